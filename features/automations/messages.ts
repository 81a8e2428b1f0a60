import { howMany } from '#core/number-text.ts'
import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import { storedText, wordsOfStored } from '#core/stored-text.ts'
import type {
  AutomationAction,
  AutomationMode,
  AutomationRunStatus,
  ChangeStatus,
  HaltedWhy,
  RemindAbout,
  RuleEvent,
  RuleStatus,
} from './contract.ts'

const runTexts = {
  'run.stopped': () => 'It was stopped.',
  'run.rule_changed': () => 'The rule was paused or changed before this run began.',
  'run.not_reached': () => 'The run ended before it came to this.',
}
/** What to store for a run, or one of its changes, that ended before its time. */
export const storedForRun = (code: keyof typeof runTexts): string =>
  storedText(runTexts, { code, values: {} })
/** The words of why a run failed, or one of its changes was refused. */
export const runWords = (stored: string): string => wordsOfStored(runTexts, stored)

/** The refusals of shift automation: texts by code. */
export const automationRefusals = {
  'automation.missing': notFound(() => 'We can’t find that rule. Go back to the list.'),
  'automation.run_missing': notFound(() => 'We can’t find that run. Go back to the runs.'),
  'automation.change_missing': notFound(() => 'We can’t find that change. Reload the list.'),
  'automation.template_missing': notFound(() => 'We can’t find that template. Go back to the templates.'),
  'automation.old_version': conflict(
    () => 'Someone else just changed this. Reload to see it, then try again.',
  ),
  'automation.step': conflict<{ status: RuleStatus }>(
    ({ status }) =>
      `This rule is ${statusLabels[status].toLowerCase()}. Reload the page to see what you can do with it.`,
  ),
  'automation.not_yours': forbidden(
    () => 'A rule acts in the name of the person who turns it on. Turn it on yourself.',
  ),
  'automation.not_tried': conflict(
    () => 'Do a dry run first: it shows what this rule would change now, and changes nothing.',
  ),
  'automation.not_active': conflict(() => 'Turn the rule on first. A dry run shows what it would do.'),
  'automation.at_work': conflict(() => 'This rule is already running. Wait until it’s done.'),
  'automation.has_run': conflict(() => 'This rule has run, and its history stays. Pause it instead.'),
  'automation.no_school': invalid(() => 'Choose a school.', 'school_id'),
  'automation.no_template': invalid(() => 'Choose a template.', 'template_id'),
  'automation.only_scheduled': invalid(
    () => 'Shifts are created from a template on a schedule. Choose when.',
    'event',
  ),
  'automation.no_reminder': invalid(() => 'Choose what to send reminders about.', 'remind_about'),
  'automation.only_suggests': invalid(
    () => 'This rule can only suggest: a person decides who gets a seat.',
    'mode',
  ),
  'automation.not_of_school': invalid(() => 'Choose a template, semester and cohort of this school.'),
  'automation.template_archived': conflict(
    () => 'The template of this rule is archived. Bring it back, or choose another one.',
  ),
  'automation.template_in_use': conflict(
    () => 'A rule that is on creates shifts from this template. Pause the rule first.',
  ),
  'automation.no_unit': invalid(() => 'Choose an active unit.', 'facility_id'),
  'automation.same_time': invalid(() => 'The end can’t be the same as the start.', 'end_time'),
  'automation.foreign_cohort': invalid(() => 'Choose cohorts of this school.', 'cohort_ids'),
  'automation.change_step': conflict<{ status: ChangeStatus }>(
    ({ status }) => `This is ${changeLabels[status].toLowerCase()} by now. Reload the list.`,
  ),
  'automation.outdated': conflict(() => 'This no longer applies. Dismiss the suggestion.'),
  'automation.cannot_undo': conflict(
    () => 'This can’t be undone: people have seen it. Open the shift to change it.',
  ),
  'automation.undo_over': conflict(
    () => 'This was done more than 24 hours ago. Open the shift to change it.',
  ),
  'automation.seat_gone': conflict(() => 'The student no longer has this seat. There is nothing to undo.'),
}

/** Notifications about rules: to the school about suggestions and stopped rules, to instructors what a rule reminds them of. */
export const notificationTexts = {
  'automation.suggests': notificationText<{ rule: string; count: number }>(
    ({ count }) => `${howMany(count, 'suggestion waits', 'suggestions wait')} for you`,
    ({ rule }) => `From the rule “${rule}”. Accept or dismiss them.`,
  ),
  'automation.stopped': notificationText<{ rule: string; error: string }>(
    ({ rule }) => `“${rule}” stopped after three failed runs`,
    ({ error }) => `${runWords(error)} Correct the cause, then turn the rule on again.`,
  ),
  'automation.owner_lost': notificationText<{ rule: string; owner: string }>(
    ({ rule }) => `“${rule}” is paused`,
    ({ owner }) =>
      `It acted in the name of ${owner}, who no longer administers your school. Turn it on to let it act in your name.`,
  ),
  'automation.unfilled': notificationText<ShiftFacts & { free: number; rule: string }>(
    ({ free }) => `${howMany(free, 'seat is', 'seats are')} free on your shift`,
    (facts) => `${when(facts)}, ${where(facts)}. Your school reminds you by the rule “${facts.rule}”.`,
  ),
  'automation.not_cleared': notificationText<ShiftFacts & { missing: readonly string[]; rule: string }>(
    () => 'You are not cleared for your shift',
    (facts) =>
      `${when(facts)}, ${where(facts)}. Missing: ${facts.missing.join('; ')}. Send it now to keep your seat. Your school notifies you by the rule “${facts.rule}”.`,
  ),
  'automation.student_not_cleared': notificationText<
    ShiftFacts & { student: string; missing: readonly string[]; rule: string }
  >(
    ({ student }) => `${student} is not cleared for your shift`,
    (facts) =>
      `${when(facts)}, ${where(facts)}. Missing: ${facts.missing.join('; ')}. The student was notified too, by the rule “${facts.rule}”.`,
  ),
  'automation.unreported': notificationText<ShiftFacts & { rule: string }>(
    () => 'A shift report is missing',
    (facts) => `${when(facts)}, ${where(facts)}. Your school reminds you by the rule “${facts.rule}”.`,
  ),
}

export const statusLabels: Record<RuleStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  error: 'Stopped',
}
/** The look of each status (`ui/states.ts`). */
export const statusLooks: Record<RuleStatus, string> = {
  draft: 'draft',
  active: 'active',
  paused: 'paused',
  error: 'failed',
}
export const runLabels: Record<AutomationRunStatus, string> = {
  queued: 'Waiting',
  running: 'Running',
  ok: 'Done',
  partial: 'Partly done',
  failed: 'Failed',
}
export const runLooks: Record<AutomationRunStatus, string> = {
  queued: 'pending',
  running: 'in_progress',
  ok: 'completed',
  partial: 'in_review',
  failed: 'failed',
}
export const changeLabels: Record<ChangeStatus, string> = {
  waiting: 'Waiting',
  suggested: 'Suggested',
  done: 'Done',
  refused: 'Refused',
  dismissed: 'Dismissed',
  undone: 'Undone',
}
export const changeLooks: Record<ChangeStatus, string> = {
  waiting: 'pending',
  suggested: 'requested',
  done: 'completed',
  refused: 'rejected',
  dismissed: 'archived',
  undone: 'withdrawn',
}
export const actionLabels: Record<AutomationAction, string> = {
  create_from_template: 'Create shifts from a template',
  publish_at_release: 'Publish approved shifts',
  remind: 'Remind instructors',
  assign_to_meet_hours: 'Suggest seats for missing hours',
  escalate_credential: 'Notify about students who are not cleared',
}
export const eventLabels: Record<RuleEvent, string> = {
  shift_approved: 'A shift is approved',
  shift_published: 'A shift is published',
  shift_completed: 'A shift is completed',
  seat_freed: 'A student leaves a seat',
}
/** What each action does, in a sentence. */
export const actionHelp: Record<AutomationAction, string> = {
  create_from_template:
    'Creates drafts from tomorrow on. Days off at the school and the unit are skipped, and no day gets a second shift.',
  publish_at_release:
    'Publishes approved shifts once their semester’s schedule is released. One that lacks an instructor or seats stays approved.',
  remind: 'Notifies the instructors of a shift, at most once a day.',
  assign_to_meet_hours: 'Finds open seats for students who lack hours in the specialty. You decide on each.',
  escalate_credential:
    'Notifies the student and the instructors of a shift when the student is not cleared for it: once, and again when something else is missing.',
}
export const modeLabels: Record<AutomationMode, string> = {
  suggest: 'Suggest, and a person decides',
  auto: 'Carry out without asking',
}
export const remindLabels: Record<RemindAbout, string> = {
  unfilled: 'Shifts with free seats',
  unreported: 'Shifts without a report',
}
export const haltedLabels: Record<HaltedWhy, string> = {
  owner: 'The person in whose name it acted no longer administers the school.',
  failures: 'Three runs in a row failed.',
}

/** The reason for a change in the audit trail. */
export const reasonOf = (rule: string): string => `Rule “${rule}”`
export const undoReasonOf = (rule: string): string => `Undone: rule “${rule}”`
