import { conflict, invalid, notFound } from '#core/refusal.ts'

/** What people read when an instrument cannot be saved or published. */
export const instrumentRefusals = {
  'instrument.not_found': notFound(() => 'There is no such form.'),
  'instrument.old_version': conflict(() => 'This form was changed meanwhile. Reload the page.'),
  'instrument.no_draft': conflict(() => 'There is nothing to publish. Change something first.'),
  'instrument.retired': conflict(() => 'This form is retired. Copy it to use it again.'),
  'instrument.not_published': conflict(() => 'Publish this form first, then use it.'),
  'instrument.wrong_time': conflict<{ time: string }>(({ time }) => `This form is not made for the ${time}.`),
  'instrument.code_twice': invalid<{ code: string }>(
    ({ code }) => `The code ${code} is there twice. Each code is used once.`,
  ),
  'instrument.code_reserved': invalid<{ code: string }>(({ code }) => `The code ${code} has a meaning of its own. Choose another.`), // prettier-ignore
  'instrument.code_unknown': invalid<{ code: string }>(({ code }) => `There is no point or item ${code}.`),
  'instrument.no_points': invalid<{ time: 'midterm' | 'final' }>(
    ({ time }) => `Choose at least two points for the ${time}.`,
  ),
}
