"""What readers of the log add to it, and the index by which entries are found. All of it stands beside the chain."""

from django.db import models
from django.db.models import UniqueConstraint

from campaigns.models.campaigns import Campaign
from campaigns.models.people import Membership


class Bookmark(models.Model):
    """An entry that a member wants to find again. Nobody else sees it."""

    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="bookmarks")
    seq = models.PositiveIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (UniqueConstraint(fields=("member", "seq"), name="one_bookmark_of_an_entry"),)

    def __str__(self) -> str:
        return f"{self.member}: {self.seq}"


class Comment(models.Model):
    """What somebody says about an entry. `audience` is `table` or `gm`, and stays when the entry is revealed."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="comments")
    seq = models.PositiveIntegerField()
    author = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="comments")
    audience = models.CharField(max_length=50)
    words = models.TextField(max_length=2000)
    created = models.DateTimeField(auto_now_add=True)
    edited = models.DateTimeField(null=True)
    key = models.CharField(max_length=100, null=True, default=None, help_text="sent twice, it is one comment")

    class Meta:
        constraints = (UniqueConstraint(fields=("author", "key"), name="one_comment_a_key"),)
        indexes = (models.Index(fields=("campaign", "seq", "id"), name="comments_of_an_entry"),)

    def __str__(self) -> str:
        return f"{self.author} on {self.seq}"


class Term(models.Model):
    """A word or a mark (`clause:SOR-BIND-13`) by which an audience can find entries."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", db_index=False)
    audience = models.CharField(max_length=50)
    text = models.CharField(max_length=260)

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "text", "audience"), name="one_term_of_a_text"),)

    def __str__(self) -> str:
        return self.text


class Posting(models.Model):
    """Which entries of one block a term stands in: places within the block, two bytes each, or a bit for each."""

    term = models.ForeignKey(Term, on_delete=models.CASCADE, related_name="postings", db_index=False)
    block = models.PositiveIntegerField()
    places = models.BinaryField()

    class Meta:
        constraints = (UniqueConstraint(fields=("term", "block"), name="one_posting_of_a_block"),)

    def __str__(self) -> str:
        return f"{self.term} in {self.block}"


class FreshTerms(models.Model):
    """The terms of an entry for one audience, until the entry's block is full and goes into the postings."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    audience = models.CharField(max_length=50)
    terms = models.TextField()

    class Meta:
        constraints = (UniqueConstraint(fields=("campaign", "seq", "audience"), name="one_fresh_list_each"),)

    def __str__(self) -> str:
        return f"terms of {self.seq}"
