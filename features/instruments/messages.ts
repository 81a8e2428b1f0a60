import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { AnswerFault } from './rules.ts'

/** What is wrong with an answer, shown at its item. */
export const faultTexts: Record<AnswerFault, string> = {
  missing: 'Choose an answer.',
  illegal_point: 'This answer is not allowed at this time. Choose another.',
  not_applicable: 'This is a core item. Choose an answer.',
  comment_missing: 'Write a comment for this answer.',
}

/** Why an instrument cannot be saved or published: code → text. */
export const instrumentRefusals = {
  'instrument.not_found': notFound(() => 'We can’t find that form.'),
  'instrument.old_version': conflict(() => 'This form just changed. Reload the page.'),
  'instrument.no_draft': conflict(() => 'There is nothing to publish. Change something first.'),
  'instrument.retired': conflict(() => 'This form is retired. Copy it to use it again.'),
  'instrument.not_published': conflict(() => 'Publish this form first, then use it.'),
  'instrument.wrong_time': conflict<{ time: string }>(({ time }) => `This form is not made for the ${time}.`),
  'instrument.in_use': conflict<{ time: string }>(
    ({ time }) =>
      `This form is used for the ${time}. Choose another form for it first, or keep it for the ${time}.`,
  ),
  'instrument.code_twice': invalid<{ code: string }>(
    ({ code }) => `The code ${code} is used twice. Use each code only once.`,
  ),
  'instrument.code_reserved': invalid<{ code: string }>(
    ({ code }) => `The code ${code} is reserved. Choose another.`,
  ),
  'instrument.code_unknown': invalid<{ code: string }>(({ code }) => `There is no point or item ${code}.`),
  'instrument.no_points': invalid<{ time: 'midterm' | 'final' }>(
    ({ time }) => `Choose at least two points for the ${time}.`,
  ),
}
