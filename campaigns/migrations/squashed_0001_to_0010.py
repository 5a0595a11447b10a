"""A new database gets in one go what 0001 to 0010 make of it; what they do to rows that are there is nothing to it."""

import django.db.models.deletion
import django.db.models.expressions
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('campaigns', '0001_initial'),
        ('campaigns', '0002_drafts'),
        ('campaigns', '0003_three_systems'),
        ('campaigns', '0004_clocks'),
        ('campaigns', '0005_two_systems'),
        ('campaigns', '0006_review'),
        ('campaigns', '0007_records_by_entry'),
        ('campaigns', '0008_began'),
        ('campaigns', '0009_sealed_draws'),
        ('campaigns', '0010_recaps'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Campaign',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=100)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('head_seq', models.PositiveIntegerField(default=0)),
                ('head_hash', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='CampaignDeletion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('campaign', models.UUIDField(unique=True)),
                ('name', models.CharField(max_length=100)),
                ('when', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=100)),
                ('role', models.CharField(choices=[('gm', 'gm'), ('player', 'player'), ('observer', 'observer')], max_length=10)),
                ('joined', models.DateTimeField(auto_now_add=True)),
                ('left', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='campaigns.campaign')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'user'), name='one_membership_each'), models.CheckConstraint(condition=models.Q(('role__in', ('gm', 'player', 'observer'))), name='membership_role_ok')],
            },
        ),
        migrations.CreateModel(
            name='DrawPeriod',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('open_secret', models.BinaryField(max_length=32)),
                ('sealed_secret', models.BinaryField(max_length=32)),
                ('seed', models.CharField(max_length=64)),
                ('next_slot', models.PositiveIntegerField(default=1)),
                ('is_open', models.BooleanField(default=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draw_periods', to='campaigns.campaign')),
                ('sealed_seed', models.CharField(max_length=64)),
                ('next_sealed_slot', models.PositiveIntegerField(default=1)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='one_period_of_a_number'), models.UniqueConstraint(condition=models.Q(('is_open', True)), fields=('campaign',), name='one_open_period')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('format', models.PositiveSmallIntegerField(default=1)),
                ('act', models.UUIDField()),
                ('cause', models.PositiveIntegerField(null=True)),
                ('time', models.BigIntegerField(help_text='microseconds since 1970, UTC')),
                ('prev', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='campaigns.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'seq'), name='one_entry_of_a_seq')],
            },
        ),
        migrations.CreateModel(
            name='Change',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('record', models.UUIDField()),
                ('field', models.CharField(max_length=200)),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('audience', models.CharField(max_length=50)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='campaigns.entry')),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', 'record', 'field', 'seq'], name='changes_of_a_field'), models.Index(condition=models.Q(('field', 'record')), fields=['campaign', 'seq'], name='changes_of_records')],
            },
        ),
        migrations.CreateModel(
            name='Record',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=30)),
                ('name', models.CharField(blank=True, max_length=100)),
                ('visibility', models.CharField(choices=[('table', 'table'), ('gm', 'gm')], default='table', max_length=10)),
                ('born', models.PositiveIntegerField(help_text='the entry that made it')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='campaigns.campaign')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='records', to='campaigns.membership')),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', 'kind', 'born'], name='campaigns_r_campaig_e820ad_idx')],
                'constraints': [models.CheckConstraint(condition=models.Q(('visibility__in', ('table', 'gm'))), name='record_visibility_ok')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('role', models.CharField(choices=[('gm', 'gm'), ('player', 'player'), ('observer', 'observer')], max_length=10)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('expires', models.DateTimeField()),
                ('uses_left', models.PositiveIntegerField(default=1)),
                ('revoked', models.BooleanField(default=False)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='campaigns.campaign')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.membership')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('role__in', ('gm', 'player', 'observer'))), name='invitation_role_ok')],
            },
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('digest', models.CharField(max_length=64)),
                ('first_seq', models.PositiveIntegerField()),
                ('last_seq', models.PositiveIntegerField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='campaigns.campaign')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='campaigns.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'member', 'key'), name='one_act_a_key')],
            },
        ),
        migrations.CreateModel(
            name='OneTimeCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('setup', 'setup'), ('reset', 'reset')], max_length=10)),
                ('code_hash', models.CharField(max_length=64, unique=True)),
                ('made', models.DateTimeField(auto_now_add=True)),
                ('expires', models.DateTimeField(blank=True, null=True)),
                ('used', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('purpose__in', ('setup', 'reset'))), name='code_purpose_ok')],
            },
        ),
        migrations.CreateModel(
            name='Part',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('audience', models.CharField(max_length=50)),
                ('kind', models.CharField(max_length=10)),
                ('nonce', models.CharField(max_length=64)),
                ('text', models.TextField()),
                ('commitment', models.CharField(max_length=64)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='campaigns.entry')),
                ('opened', models.PositiveIntegerField(help_text='the entry that showed it to all; not of the chain', null=True)),
            ],
            options={
                'ordering': ('position',),
                'constraints': [models.UniqueConstraint(fields=('entry', 'position'), name='one_part_of_a_position')],
            },
        ),
        migrations.CreateModel(
            name='Redaction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('when', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='campaigns.membership')),
                ('part', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='redaction', to='campaigns.part')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='campaigns.membership')),
                ('period', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='campaigns.drawperiod')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('period', 'member'), name='one_seat_each')],
            },
        ),
        migrations.CreateModel(
            name='Slot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seed', models.CharField(max_length=64)),
                ('nonce', models.CharField(blank=True, max_length=64)),
                ('purpose', models.CharField(help_text='SHA-256 of action, acting record and targets', max_length=64)),
                ('is_free', models.BooleanField(default=False)),
                ('period', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='campaigns.drawperiod')),
                ('is_sealed', models.BooleanField(default=False)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('is_free', True)), fields=['period', 'purpose'], name='free_slots')],
                'constraints': [models.UniqueConstraint(fields=('period', 'is_sealed', 'number'), name='one_slot_of_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Tag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=10)),
                ('value', models.CharField(max_length=100)),
                ('audience', models.CharField(max_length=50)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='campaigns.entry')),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', 'kind', 'value', 'seq'], name='tags_of_a_value')],
            },
        ),
        migrations.CreateModel(
            name='Undone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('by_seq', models.PositiveIntegerField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'seq'), name='undone_once')],
            },
        ),
        migrations.CreateModel(
            name='Binding',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='binding', serialize=False, to='campaigns.record')),
                ('score', models.CharField(default=None, max_length=10, null=True)),
                ('strength', models.PositiveSmallIntegerField(default=0)),
                ('favor', models.CharField(default='none', max_length=10)),
                ('state', models.CharField(default='ended', max_length=10)),
                ('sole', models.BooleanField(default=True)),
                ('demon', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bindings', to='campaigns.record')),
                ('sorcerer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='demons_bound', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('score__isnull', True), ('score__in', ['stamina', 'will', 'lore']), _connector='OR'), name='binding_score_ok'), models.CheckConstraint(condition=models.Q(('strength__gte', 0), ('strength__lte', 100)), name='binding_strength_ok'), models.CheckConstraint(condition=models.Q(('favor__in', ['sorcerer', 'demon', 'none'])), name='binding_favor_ok'), models.CheckConstraint(condition=models.Q(('state__in', ['active', 'broken', 'ended'])), name='binding_state_ok'), models.UniqueConstraint(condition=models.Q(('state', 'active')), fields=('demon', 'sorcerer'), name='one_binding_each'), models.UniqueConstraint(condition=models.Q(('sole', True), ('state', 'active')), fields=('demon',), name='one_master_unless_shared')],
            },
        ),
        migrations.CreateModel(
            name='CampaignState',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='campaign_state', serialize=False, to='campaigns.record')),
                ('now', models.BigIntegerField(default=0)),
                ('round', models.PositiveIntegerField(default=0)),
                ('turn', models.PositiveIntegerField(default=0)),
                ('settings', models.JSONField(default=dict)),
                ('policy', models.JSONField(default=dict)),
                ('draws', models.JSONField(default=dict)),
                ('members', models.JSONField(default=dict)),
                ('scene', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('now__gte', 0)), name='campaign_now_ok')],
            },
        ),
        migrations.CreateModel(
            name='Character',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='character', serialize=False, to='campaigns.record')),
                ('state', models.CharField(default='draft', max_length=10)),
                ('control', models.CharField(default='player', max_length=15)),
                ('possessed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['draft', 'active', 'lost', 'dead'])), name='character_state_ok'), models.CheckConstraint(condition=models.Q(('control__in', ['player', 'gm', 'gm_temporary'])), name='character_control_ok')],
            },
        ),
        migrations.CreateModel(
            name='Contact',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='contact', serialize=False, to='campaigns.record')),
                ('state', models.CharField(default='closed', max_length=10)),
                ('victories', models.PositiveSmallIntegerField(default=0)),
                ('hours', models.PositiveSmallIntegerField(default=0)),
                ('changes', models.PositiveSmallIntegerField(default=0)),
                ('power_raise', models.PositiveSmallIntegerField(default=0)),
                ('demon', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='contacts', to='campaigns.record')),
                ('sorcerer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='contacts_made', to='campaigns.record')),
                ('hour_began', models.BigIntegerField(default=0, help_text='second of game time at which its current hour began')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'closed'])), name='contact_state_ok'), models.CheckConstraint(condition=models.Q(('victories__gte', 0), ('victories__lte', 100)), name='contact_victories_ok'), models.CheckConstraint(condition=models.Q(('changes__gte', 0), ('changes__lte', 100)), name='contact_changes_ok'), models.CheckConstraint(condition=models.Q(('power_raise__gte', 0), ('power_raise__lte', 100)), name='contact_power_raise_ok'), models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('demon',), name='one_open_contact')],
            },
        ),
        migrations.CreateModel(
            name='Contain',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='contain', serialize=False, to='campaigns.record')),
                ('strength', models.PositiveSmallIntegerField(default=0)),
                ('scope', models.JSONField(default=dict)),
                ('focus', models.CharField(blank=True, max_length=500)),
                ('boundary', models.CharField(blank=True, max_length=500)),
                ('state', models.CharField(default='lifted', max_length=10)),
                ('sorcerer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='contains_made', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['standing', 'broken', 'lifted'])), name='contain_state_ok')],
            },
        ),
        migrations.CreateModel(
            name='Demon',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon', serialize=False, to='campaigns.record')),
                ('type', models.CharField(default=None, max_length=15, null=True)),
                ('state', models.CharField(default='beyond', max_length=15)),
                ('stamina', models.PositiveSmallIntegerField(default=0)),
                ('will', models.PositiveSmallIntegerField(default=0)),
                ('lore', models.PositiveSmallIntegerField(default=0)),
                ('power', models.PositiveSmallIntegerField(default=0)),
                ('abilities', models.JSONField(default=list)),
                ('ability_details', models.JSONField(default=dict)),
                ('telltale', models.CharField(blank=True, max_length=500)),
                ('need', models.CharField(blank=True, max_length=500)),
                ('desire', models.CharField(blank=True, max_length=500)),
                ('mute', models.BooleanField(default=False)),
                ('complete', models.BooleanField(default=False)),
                ('uses', models.PositiveSmallIntegerField(default=0)),
                ('withdrawal_days', models.PositiveSmallIntegerField(default=0)),
                ('need_unmet_days', models.PositiveSmallIntegerField(default=0)),
                ('punishment', models.PositiveSmallIntegerField(default=0)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
                ('summoned_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
                ('day_began', models.BigIntegerField(default=0, help_text="second of game time: its arrival, or its last day's end")),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('type__isnull', True), ('type__in', ['inconspicuous', 'object', 'parasite', 'passing', 'possessor']), _connector='OR'), name='demon_type_ok'), models.CheckConstraint(condition=models.Q(('state__in', ['beyond', 'contacted', 'present', 'banished', 'annihilated'])), name='demon_state_ok'), models.CheckConstraint(condition=models.Q(('stamina__gte', 0), ('stamina__lte', 30)), name='demon_stamina_ok'), models.CheckConstraint(condition=models.Q(('will__gte', 0), ('will__lte', 30)), name='demon_will_ok'), models.CheckConstraint(condition=models.Q(('lore__gte', 0), ('lore__lte', 30)), name='demon_lore_ok'), models.CheckConstraint(condition=models.Q(('power__gte', 0), ('power__lte', 30)), name='demon_power_ok'), models.CheckConstraint(condition=models.Q(('withdrawal_days__gte', 0), ('withdrawal_days__lte', 3650)), name='demon_withdrawal_days_ok'), models.CheckConstraint(condition=models.Q(('need_unmet_days__gte', 0), ('need_unmet_days__lte', 3650)), name='demon_need_unmet_days_ok')],
            },
        ),
        migrations.CreateModel(
            name='Gun',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='gun', serialize=False, to='campaigns.record')),
                ('drawn', models.BooleanField(default=False)),
                ('aimed_at', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
                ('holder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='guns', to='campaigns.record')),
            ],
        ),
        migrations.CreateModel(
            name='Pending',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='pending', serialize=False, to='campaigns.record')),
                ('question', models.CharField(max_length=60)),
                ('for_role', models.CharField(default='gm', max_length=10)),
                ('clause', models.CharField(blank=True, max_length=30)),
                ('optional', models.BooleanField(default=False)),
                ('data', models.JSONField(default=dict)),
                ('state', models.CharField(default='open', max_length=10)),
                ('who', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pendings', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'answered', 'waived', 'struck'])), name='pending_state_ok'), models.CheckConstraint(condition=models.Q(('for_role__in', ['player', 'gm'])), name='pending_for_role_ok')],
            },
        ),
        migrations.CreateModel(
            name='Scene',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='scene', serialize=False, to='campaigns.record')),
                ('state', models.CharField(default='open', max_length=10)),
                ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='scenes', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'ended'])), name='scene_state_ok')],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='session', serialize=False, to='campaigns.record')),
                ('number', models.PositiveIntegerField(default=0)),
                ('state', models.CharField(default='open', max_length=10)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'ended'])), name='session_state_ok')],
            },
        ),
        migrations.CreateModel(
            name='SorcererHealth',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sorcerer_health', serialize=False, to='campaigns.record')),
                ('temporary', models.PositiveSmallIntegerField(default=0)),
                ('lasting', models.PositiveSmallIntegerField(default=0)),
                ('incoming_temporary', models.PositiveSmallIntegerField(default=0)),
                ('incoming_lasting', models.PositiveSmallIntegerField(default=0)),
                ('wounds', models.PositiveSmallIntegerField(default=0)),
                ('shock', models.PositiveSmallIntegerField(default=0)),
                ('recovered', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('lasting__gte', 0), ('lasting__lte', 100)), name='sorcerer_health_lasting_ok'), models.CheckConstraint(condition=models.Q(('incoming_temporary__gte', 0), ('incoming_temporary__lte', 100)), name='sorcerer_health_incoming_temporary_ok'), models.CheckConstraint(condition=models.Q(('incoming_lasting__gte', 0), ('incoming_lasting__lte', 100)), name='sorcerer_health_incoming_lasting_ok'), models.CheckConstraint(condition=models.Q(('shock__gte', 0), ('shock__lte', 30)), name='sorcerer_health_shock_ok')],
            },
        ),
        migrations.CreateModel(
            name='SorcererSheet',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sorcerer_sheet', serialize=False, to='campaigns.record')),
                ('stamina', models.PositiveSmallIntegerField(default=0)),
                ('will', models.PositiveSmallIntegerField(default=0)),
                ('lore', models.PositiveSmallIntegerField(default=0)),
                ('humanity', models.PositiveSmallIntegerField(default=0)),
                ('cover', models.PositiveSmallIntegerField(default=None, null=True)),
                ('cover_name', models.CharField(blank=True, max_length=500)),
                ('cover_score', models.CharField(default=None, max_length=10, null=True)),
                ('descriptors', models.JSONField(default=dict)),
                ('telltale', models.CharField(blank=True, max_length=500)),
                ('price', models.SmallIntegerField(default=0)),
                ('price_name', models.CharField(blank=True, max_length=500)),
                ('kicker', models.CharField(blank=True, max_length=2000)),
                ('background', models.JSONField(default=list)),
                ('strain_stamina', models.PositiveSmallIntegerField(default=0)),
                ('strain_will', models.PositiveSmallIntegerField(default=0)),
                ('strain_lore', models.PositiveSmallIntegerField(default=0)),
                ('starting_demon', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('stamina__gte', 0), ('stamina__lte', 30)), name='sorcerer_sheet_stamina_ok'), models.CheckConstraint(condition=models.Q(('will__gte', 0), ('will__lte', 30)), name='sorcerer_sheet_will_ok'), models.CheckConstraint(condition=models.Q(('lore__gte', 0), ('lore__lte', 30)), name='sorcerer_sheet_lore_ok'), models.CheckConstraint(condition=models.Q(('humanity__gte', 0), ('humanity__lte', 30)), name='sorcerer_sheet_humanity_ok'), models.CheckConstraint(condition=models.Q(('cover__isnull', True), models.Q(('cover__gte', 0), ('cover__lte', 30)), _connector='OR'), name='sorcerer_sheet_cover_ok'), models.CheckConstraint(condition=models.Q(('cover_score__isnull', True), ('cover_score__in', ['stamina', 'will']), _connector='OR'), name='sorcerer_sheet_cover_score_ok'), models.CheckConstraint(condition=models.Q(('strain_stamina__gte', 0), ('strain_stamina__lte', 30)), name='sorcerer_sheet_strain_stamina_ok'), models.CheckConstraint(condition=models.Q(('strain_will__gte', 0), ('strain_will__lte', 30)), name='sorcerer_sheet_strain_will_ok'), models.CheckConstraint(condition=models.Q(('strain_lore__gte', 0), ('strain_lore__lte', 30)), name='sorcerer_sheet_strain_lore_ok')],
            },
        ),
        migrations.CreateModel(
            name='SorcererTurn',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sorcerer_turn', serialize=False, to='campaigns.record')),
                ('turn', models.CharField(default='none', max_length=10)),
                ('faces', models.JSONField(default=list)),
                ('against', models.PositiveSmallIntegerField(default=0)),
                ('override', models.PositiveSmallIntegerField(default=0)),
                ('tried', models.BooleanField(default=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('turn__in', ['pending', 'resolved', 'aborted', 'none'])), name='sorcerer_turn_turn_ok'), models.CheckConstraint(condition=models.Q(('against__gte', 0), ('against__lte', 60)), name='sorcerer_turn_against_ok'), models.CheckConstraint(condition=models.Q(('override__gte', 0), ('override__lte', 30)), name='sorcerer_turn_override_ok')],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(max_length=40)),
                ('data', models.JSONField(default=dict)),
                ('updated', models.DateTimeField(auto_now=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='campaigns.campaign')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='campaigns.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('member', 'purpose'), name='one_draft_of_a_purpose')],
            },
        ),
        migrations.CreateModel(
            name='FallenHealth',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fallen_health', serialize=False, to='campaigns.record')),
                ('bashing', models.PositiveSmallIntegerField(default=0)),
                ('lethal', models.PositiveSmallIntegerField(default=0)),
                ('aggravated', models.PositiveSmallIntegerField(default=0)),
                ('dead', models.BooleanField(default=False)),
                ('heal_hours', models.PositiveIntegerField(default=0)),
                ('healed_from', models.BigIntegerField(default=None, null=True)),
                ('unconscious', models.BooleanField(default=False)),
                ('unconscious_for', models.JSONField(default=None, null=True)),
                ('out_from', models.BigIntegerField(default=None, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('bashing__gte', 0), ('bashing__lte', 7)), name='fallen_health_bashing_ok'), models.CheckConstraint(condition=models.Q(('lethal__gte', 0), ('lethal__lte', 7)), name='fallen_health_lethal_ok'), models.CheckConstraint(condition=models.Q(('aggravated__gte', 0), ('aggravated__lte', 7)), name='fallen_health_aggravated_ok'), models.CheckConstraint(condition=models.Q(('heal_hours__gte', 0), ('heal_hours__lte', 100000)), name='fallen_health_heal_hours_ok'), models.CheckConstraint(condition=models.Q(('bashing__lte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.Value(7), '-', models.F('lethal')), '-', models.F('aggravated')))), name='fallen_levels_ok'), models.CheckConstraint(condition=models.Q(models.Q(('healed_from__gte', 0), ('healed_from', None), _connector='OR'), models.Q(('out_from__gte', 0), ('out_from', None), _connector='OR')), name='fallen_moments_ok')],
            },
        ),
        migrations.CreateModel(
            name='FallenSheet',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fallen_sheet', serialize=False, to='campaigns.record')),
                ('kind', models.CharField(default=None, max_length=10, null=True)),
                ('strength', models.PositiveSmallIntegerField(default=None, null=True)),
                ('dexterity', models.PositiveSmallIntegerField(default=None, null=True)),
                ('stamina', models.PositiveSmallIntegerField(default=None, null=True)),
                ('perception', models.PositiveSmallIntegerField(default=None, null=True)),
                ('wits', models.PositiveSmallIntegerField(default=None, null=True)),
                ('brawl', models.PositiveSmallIntegerField(default=0)),
                ('melee', models.PositiveSmallIntegerField(default=0)),
                ('firearms', models.PositiveSmallIntegerField(default=0)),
                ('athletics', models.PositiveSmallIntegerField(default=0)),
                ('martial_arts', models.PositiveSmallIntegerField(default=0)),
                ('stealth', models.PositiveSmallIntegerField(default=0)),
                ('alertness', models.PositiveSmallIntegerField(default=0)),
                ('faith', models.PositiveSmallIntegerField(default=0)),
                ('willpower', models.PositiveSmallIntegerField(default=0)),
                ('traits', models.JSONField(default=dict)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__isnull', True), ('kind__in', ['demon', 'mortal']), _connector='OR'), name='fallen_sheet_kind_ok'), models.CheckConstraint(condition=models.Q(('faith__gte', 0), ('faith__lte', 10)), name='fallen_sheet_faith_ok'), models.CheckConstraint(condition=models.Q(('willpower__gte', 0), ('willpower__lte', 10)), name='fallen_sheet_willpower_ok'), models.CheckConstraint(condition=models.Q(('strength__isnull', True), models.Q(('strength__gte', 0), ('strength__lte', 10)), _connector='OR'), name='fallen_sheet_strength_ok'), models.CheckConstraint(condition=models.Q(('dexterity__isnull', True), models.Q(('dexterity__gte', 0), ('dexterity__lte', 10)), _connector='OR'), name='fallen_sheet_dexterity_ok'), models.CheckConstraint(condition=models.Q(('stamina__isnull', True), models.Q(('stamina__gte', 0), ('stamina__lte', 10)), _connector='OR'), name='fallen_sheet_stamina_ok'), models.CheckConstraint(condition=models.Q(('perception__isnull', True), models.Q(('perception__gte', 0), ('perception__lte', 10)), _connector='OR'), name='fallen_sheet_perception_ok'), models.CheckConstraint(condition=models.Q(('wits__isnull', True), models.Q(('wits__gte', 0), ('wits__lte', 10)), _connector='OR'), name='fallen_sheet_wits_ok'), models.CheckConstraint(condition=models.Q(('brawl__gte', 0), ('brawl__lte', 10)), name='fallen_sheet_brawl_ok'), models.CheckConstraint(condition=models.Q(('melee__gte', 0), ('melee__lte', 10)), name='fallen_sheet_melee_ok'), models.CheckConstraint(condition=models.Q(('firearms__gte', 0), ('firearms__lte', 10)), name='fallen_sheet_firearms_ok'), models.CheckConstraint(condition=models.Q(('athletics__gte', 0), ('athletics__lte', 10)), name='fallen_sheet_athletics_ok'), models.CheckConstraint(condition=models.Q(('martial_arts__gte', 0), ('martial_arts__lte', 10)), name='fallen_sheet_martial_arts_ok'), models.CheckConstraint(condition=models.Q(('stealth__gte', 0), ('stealth__lte', 10)), name='fallen_sheet_stealth_ok'), models.CheckConstraint(condition=models.Q(('alertness__gte', 0), ('alertness__lte', 10)), name='fallen_sheet_alertness_ok')],
            },
        ),
        migrations.CreateModel(
            name='FallenTurn',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fallen_turn', serialize=False, to='campaigns.record')),
                ('in_combat', models.BooleanField(default=False)),
                ('multiple', models.BooleanField(default=False)),
                ('actions_taken', models.PositiveSmallIntegerField(default=0)),
                ('turn_done', models.BooleanField(default=False)),
                ('turn_lost', models.BooleanField(default=False)),
                ('moved', models.PositiveSmallIntegerField(default=0)),
                ('turn_initiative', models.SmallIntegerField(default=0)),
                ('next_initiative', models.SmallIntegerField(default=0)),
                ('initiative', models.SmallIntegerField(default=None, null=True)),
                ('initiative_rating', models.SmallIntegerField(default=None, null=True)),
                ('initiative_rank', models.PositiveSmallIntegerField(default=None, null=True)),
                ('turn_order', models.PositiveSmallIntegerField(default=None, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('actions_taken__gte', 0), ('actions_taken__lte', 20)), name='fallen_turn_actions_taken_ok'), models.CheckConstraint(condition=models.Q(('moved__gte', 0), ('moved__lte', 1000)), name='fallen_turn_moved_ok'), models.CheckConstraint(condition=models.Q(('turn_initiative__gte', -20), ('turn_initiative__lte', 0)), name='fallen_turn_turn_initiative_ok'), models.CheckConstraint(condition=models.Q(('next_initiative__gte', -20), ('next_initiative__lte', 0)), name='fallen_turn_next_initiative_ok'), models.CheckConstraint(condition=models.Q(('initiative__isnull', True), models.Q(('initiative__gte', -40), ('initiative__lte', 60)), _connector='OR'), name='fallen_turn_initiative_ok'), models.CheckConstraint(condition=models.Q(('initiative_rating__isnull', True), models.Q(('initiative_rating__gte', -20), ('initiative_rating__lte', 20)), _connector='OR'), name='fallen_turn_initiative_rating_ok'), models.CheckConstraint(condition=models.Q(('initiative_rank__isnull', True), models.Q(('initiative_rank__gte', 1), ('initiative_rank__lte', 100)), _connector='OR'), name='fallen_turn_initiative_rank_ok'), models.CheckConstraint(condition=models.Q(('turn_order__isnull', True), models.Q(('turn_order__gte', 1), ('turn_order__lte', 100)), _connector='OR'), name='fallen_turn_turn_order_ok')],
            },
        ),
        migrations.CreateModel(
            name='FallenArmor',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fallen_armor', serialize=False, to='campaigns.record')),
                ('rating', models.PositiveSmallIntegerField(default=1)),
                ('destroyed', models.BooleanField(default=False)),
                ('wearer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='armor_worn', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('rating__gte', 1), ('rating__lte', 10)), name='fallen_armor_rating_ok')],
            },
        ),
        migrations.CreateModel(
            name='FallenCondition',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fallen_condition', serialize=False, to='campaigns.record')),
                ('dazed', models.BooleanField(default=False)),
                ('prone', models.BooleanField(default=False)),
                ('rising', models.BooleanField(default=False)),
                ('restraint', models.CharField(default='free', max_length=10)),
                ('grip', models.CharField(default=None, max_length=10, null=True)),
                ('disarmed', models.BooleanField(default=False)),
                ('blind', models.BooleanField(default=False)),
                ('opponents', models.PositiveSmallIntegerField(default=1)),
                ('held_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('restraint__in', ['free', 'held', 'helpless'])), name='fallen_condition_restraint_ok'), models.CheckConstraint(condition=models.Q(('grip__isnull', True), ('grip__in', ['clinch', 'hold']), _connector='OR'), name='fallen_condition_grip_ok'), models.CheckConstraint(condition=models.Q(('opponents__gte', 1), ('opponents__lte', 20)), name='fallen_condition_opponents_ok')],
            },
        ),
        migrations.CreateModel(
            name='FallenWeapon',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fallen_weapon', serialize=False, to='campaigns.record')),
                ('dice', models.PositiveSmallIntegerField(default=0)),
                ('kind', models.CharField(default='bashing', max_length=10)),
                ('strength', models.BooleanField(default=False)),
                ('automatic', models.BooleanField(default=False)),
                ('ammo', models.PositiveSmallIntegerField(default=None, null=True)),
                ('holder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='weapons_held', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('dice__gte', 0), ('dice__lte', 20)), name='fallen_weapon_dice_ok'), models.CheckConstraint(condition=models.Q(('kind__in', ['bashing', 'lethal', 'aggravated'])), name='fallen_weapon_kind_ok'), models.CheckConstraint(condition=models.Q(('ammo__isnull', True), models.Q(('ammo__gte', 0), ('ammo__lte', 1000)), _connector='OR'), name='fallen_weapon_ammo_ok')],
            },
        ),
        migrations.CreateModel(
            name='DemonCityRound',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_round', serialize=False, to='campaigns.record')),
                ('order', models.JSONField(default=list)),
                ('announced', models.JSONField(default=list)),
                ('counted_out', models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name='DemonCitySheet',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_sheet', serialize=False, to='campaigns.record')),
                ('stats', models.JSONField(default=dict)),
                ('significators', models.JSONField(default=list)),
                ('special_cards', models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name='Spellbound',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='spellbound', serialize=False, to='campaigns.record')),
                ('hold', models.JSONField(default=dict)),
                ('turn', models.JSONField(default=dict)),
                ('round', models.JSONField(default=dict)),
                ('scene', models.JSONField(default=dict)),
                ('ongoing', models.JSONField(default=dict)),
                ('temporary', models.JSONField(default=dict)),
                ('aftereffect', models.JSONField(default=dict)),
                ('decay', models.JSONField(default=dict)),
                ('began', models.JSONField(default=dict)),
                ('temporary_order', models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name='DemonCityChase',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_chase', serialize=False, to='campaigns.record')),
                ('maneuver_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.record')),
            ],
        ),
        migrations.CreateModel(
            name='DemonCityClash',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_clash', serialize=False, to='campaigns.record')),
                ('state', models.CharField(default='open', max_length=10)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'won', 'tied', 'stalemate'])), name='demon_city_clash_state_ok')],
            },
        ),
        migrations.CreateModel(
            name='DemonCityDeck',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_deck', serialize=False, to='campaigns.record')),
                ('deck', models.CharField(default=None, max_length=10, null=True)),
                ('draw', models.JSONField(default=list)),
                ('discard', models.JSONField(default=list)),
                ('table', models.JSONField(default=list)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('deck__isnull', True), ('deck__in', ['players', 'horror']), _connector='OR'), name='demon_city_deck_deck_ok')],
            },
        ),
        migrations.CreateModel(
            name='DemonCityHealth',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_health', serialize=False, to='campaigns.record')),
                ('toughness', models.SmallIntegerField(default=0)),
                ('out', models.BooleanField(default=False)),
                ('injured', models.BooleanField(default=False)),
                ('panicked', models.BooleanField(default=False)),
                ('reposition', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('toughness__gte', -99), ('toughness__lte', 99)), name='demon_city_health_toughness_ok'), models.CheckConstraint(condition=models.Q(('reposition__gte', 0), ('reposition__lte', 60)), name='demon_city_health_reposition_ok')],
            },
        ),
        migrations.CreateModel(
            name='DemonCityTask',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='demon_city_task', serialize=False, to='campaigns.record')),
                ('state', models.CharField(default='open', max_length=12)),
                ('grade', models.CharField(default='plain', max_length=10)),
                ('complication', models.CharField(default=None, max_length=500, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'complicated', 'done', 'failed'])), name='demon_city_task_state_ok'), models.CheckConstraint(condition=models.Q(('grade__in', ['plain', 'critical', 'fumble'])), name='demon_city_task_grade_ok')],
            },
        ),
        migrations.CreateModel(
            name='PandemoniumHealth',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='pandemonium_health', serialize=False, to='campaigns.record')),
                ('boxes', models.PositiveSmallIntegerField(default=7)),
                ('bashing', models.PositiveSmallIntegerField(default=0)),
                ('lethal', models.PositiveSmallIntegerField(default=0)),
                ('aggravated', models.PositiveSmallIntegerField(default=0)),
                ('resistant_bashing', models.PositiveSmallIntegerField(default=0)),
                ('resistant_lethal', models.PositiveSmallIntegerField(default=0)),
                ('resistant_aggravated', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('boxes__gte', 1), ('boxes__lte', 60)), name='pandemonium_health_boxes_ok'), models.CheckConstraint(condition=models.Q(('boxes__gte', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('bashing'), '+', models.F('lethal')), '+', models.F('aggravated')))), name='pandemonium_wounds_ok'), models.CheckConstraint(condition=models.Q(('resistant_aggravated__lte', models.F('aggravated')), ('resistant_bashing__lte', models.F('bashing')), ('resistant_lethal__lte', models.F('lethal'))), name='pandemonium_resistant_ok')],
            },
        ),
        migrations.CreateModel(
            name='PandemoniumObject',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='pandemonium_object', serialize=False, to='campaigns.record')),
                ('fame', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('fame__gte', 0), ('fame__lte', 20)), name='pandemonium_object_fame_ok')],
            },
        ),
        migrations.CreateModel(
            name='PandemoniumSheet',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='pandemonium_sheet', serialize=False, to='campaigns.record')),
                ('traits', models.JSONField(default=dict)),
                ('merits', models.JSONField(default=dict)),
                ('pools', models.JSONField(default=dict)),
                ('willpower', models.PositiveSmallIntegerField(default=None, null=True)),
                ('mana', models.PositiveSmallIntegerField(default=None, null=True)),
                ('resources', models.JSONField(default=dict)),
                ('most', models.JSONField(default=dict)),
                ('wisdom', models.PositiveSmallIntegerField(default=None, null=True)),
                ('reaped', models.PositiveSmallIntegerField(default=0)),
                ('xp', models.JSONField(default=dict)),
                ('ending', models.JSONField(default=None, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('willpower__isnull', True), models.Q(('willpower__gte', 0), ('willpower__lte', 20)), _connector='OR'), name='pandemonium_sheet_willpower_ok'), models.CheckConstraint(condition=models.Q(('mana__isnull', True), models.Q(('mana__gte', 0), ('mana__lte', 99)), _connector='OR'), name='pandemonium_sheet_mana_ok'), models.CheckConstraint(condition=models.Q(('wisdom__isnull', True), models.Q(('wisdom__gte', 0), ('wisdom__lte', 30)), _connector='OR'), name='pandemonium_sheet_wisdom_ok')],
            },
        ),
        migrations.CreateModel(
            name='SympatheticConnection',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sympathetic_connection', serialize=False, to='campaigns.record')),
                ('rating', models.PositiveSmallIntegerField(default=0)),
                ('base', models.PositiveSmallIntegerField(default=0)),
                ('inanimate', models.BooleanField(default=False)),
                ('day_began', models.BigIntegerField(default=None, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('base__gte', 0), ('base__lte', 20)), name='sympathetic_connection_base_ok'), models.CheckConstraint(condition=models.Q(('rating__gte', 0), ('rating__lte', models.F('base'))), name='connection_rating_ok')],
            },
        ),
        migrations.CreateModel(
            name='PandemoniumSpell',
            fields=[
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='pandemonium_spell', serialize=False, to='campaigns.record')),
                ('aspect', models.CharField(default='covert', max_length=10)),
                ('kind', models.CharField(default='other', max_length=15)),
                ('arcanum', models.CharField(default=None, max_length=10, null=True)),
                ('potency', models.PositiveSmallIntegerField(default=0)),
                ('tenacity', models.PositiveSmallIntegerField(default=0)),
                ('state', models.CharField(default='active', max_length=10)),
                ('duration', models.CharField(default='sustained', max_length=10)),
                ('targets', models.JSONField(default=list)),
                ('sympathetic', models.BooleanField(default=False)),
                ('opposed', models.JSONField(default=dict)),
                ('parts_lost', models.PositiveSmallIntegerField(default=0)),
                ('caster', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='spells_cast', to='campaigns.record')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('aspect__in', ['sensory', 'covert', 'vulgar'])), name='pandemonium_spell_aspect_ok'), models.CheckConstraint(condition=models.Q(('kind__in', ['control', 'attack', 'direct', 'healing', 'investigation', 'plunder', 'drain', 'transfer', 'other'])), name='pandemonium_spell_kind_ok'), models.CheckConstraint(condition=models.Q(('arcanum__isnull', True), ('arcanum__in', ['death', 'fate', 'forces', 'life', 'matter', 'mind', 'prime', 'space', 'spirit', 'time']), _connector='OR'), name='pandemonium_spell_arcanum_ok'), models.CheckConstraint(condition=models.Q(('potency__gte', 0), ('potency__lte', 40)), name='pandemonium_spell_potency_ok'), models.CheckConstraint(condition=models.Q(('tenacity__gte', 0), ('tenacity__lte', 40)), name='pandemonium_spell_tenacity_ok'), models.CheckConstraint(condition=models.Q(('state__in', ['latent', 'active', 'ended'])), name='pandemonium_spell_state_ok'), models.CheckConstraint(condition=models.Q(('duration__in', ['instant', 'sustained', 'scene', 'lasting'])), name='pandemonium_spell_duration_ok')],
            },
        ),
        migrations.CreateModel(
            name='Term',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('audience', models.CharField(max_length=50)),
                ('text', models.CharField(max_length=260)),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'text', 'audience'), name='one_term_of_a_text')],
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('block', models.PositiveIntegerField()),
                ('places', models.BinaryField()),
                ('term', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='postings', to='campaigns.term')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('term', 'block'), name='one_posting_of_a_block')],
            },
        ),
        migrations.CreateModel(
            name='Bookmark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bookmarks', to='campaigns.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('member', 'seq'), name='one_bookmark_of_an_entry')],
            },
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('audience', models.CharField(max_length=50)),
                ('words', models.TextField(max_length=2000)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('edited', models.DateTimeField(null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='campaigns.membership')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='campaigns.campaign')),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', 'seq', 'id'], name='comments_of_an_entry')],
            },
        ),
        migrations.CreateModel(
            name='FreshTerms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('audience', models.CharField(max_length=50)),
                ('terms', models.TextField()),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.campaign')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'seq', 'audience'), name='one_fresh_list_each')],
            },
        ),
        migrations.CreateModel(
            name='Recap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=40000)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('kept_at', models.DateTimeField(auto_now=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recaps', to='campaigns.campaign')),
                ('kept_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='campaigns.membership')),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='recap', to='campaigns.record')),
            ],
        ),
    ]

    def apply(self, project_state, schema_editor, collect_sql=False):
        """Know all of the models before the first is made: one by one, each would build again all that it is linked to."""
        if collect_sql:
            return super().apply(project_state, schema_editor, collect_sql)
        before = project_state.clone()
        vars(project_state).pop('apps', None)
        for operation in self.operations:
            operation.state_forwards(self.app_label, project_state)
        for operation in self.operations:
            operation.database_forwards(self.app_label, schema_editor, before, project_state)
        return project_state
