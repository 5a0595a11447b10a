"""The table's own actions in the catalogue."""

from rules.kernel.action import Action
from rules.table import agreements, fairness, questions, records, redaction, reveal, talk, time, undo

ACTIONS = (
    Action("table.create", records.CreateInput, records.create),
    Action("table.edit", records.EditInput, records.edit),
    Action("table.carry_out", records.CarryOutInput, records.carry_out),
    Action("table.note", talk.NoteInput, talk.note),
    Action("table.ruling", talk.RulingInput, talk.ruling),
    Action("table.redact", redaction.RedactInput, redaction.redact),
    Action("table.reveal", reveal.RevealInput, reveal.reveal),
    Action("table.reveal_draws", reveal.RevealDrawsInput, reveal.reveal_draws),
    Action("table.undo", undo.UndoInput, undo.undo),
    Action("table.settle", questions.SettleInput, questions.settle),
    Action("table.begin_session", time.BeginSessionInput, time.begin_session),
    Action("table.end_session", time.EndSessionInput, time.end_session),
    Action("table.begin_scene", time.BeginSceneInput, time.begin_scene),
    Action("table.end_scene", time.EndSceneInput, time.end_scene),
    Action("table.advance_clock", time.AdvanceClockInput, time.advance_clock),
    Action("table.change_settings", agreements.SettingsInput, agreements.change_settings),
    Action("table.change_policy", agreements.PolicyInput, agreements.change_policy),
    Action("table.place_member", agreements.MemberInput, agreements.place_member),
    Action("table.open_draws", fairness.OpenDrawsInput, fairness.open_draws),
    Action("table.take_seat", fairness.SeatInput, fairness.take_seat),
    Action("table.fresh_draws", fairness.FreshDrawsInput, fairness.fresh_draws),
)
