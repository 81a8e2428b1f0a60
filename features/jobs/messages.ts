import { conflict } from '#core/refusal.ts'

/** Why a job cannot be changed: code → text. */
export const jobRefusals = {
  'job.ended': conflict(() => 'This job has ended.'),
  'job.not_now': conflict(
    () => 'Only a running job can be canceled, and only the person who started it can resume it.',
  ),
}
