import { forbidden, notFound } from '#core/refusal.ts'
import { formatDate } from '#core/plain-date.ts'
import type { Gap } from './rules.ts'

/** What people read when a type or a requirement cannot be changed. */
export const typeRefusals = {
  'credential_type.missing': notFound(() => 'We couldn’t find this credential type. Reload the list.'),
  'credential_type.not_yours': forbidden<{ owner: string }>(
    ({ owner }) => `This type belongs to ${owner}. Add one of your own instead.`,
  ),
  'credential_requirement.missing': notFound(() => 'We couldn’t find this requirement. Reload the list.'),
}

const since = (word: string, from: string | undefined): string =>
  from ? `, ${word} ${formatDate(from)}` : ''
const doses = (count = 1): string => `${count} more dose${count === 1 ? '' : 's'}`

/** What is missing of the evidence, and what to do next. */
export function gapInWords({ code, count, from, until }: Gap): string {
  switch (code) {
    case 'date_missing':
      return 'Add the date of the document.'
    case 'dose_missing':
      return `${doses(count)} needed${since('from', from)}.`
    case 'booster_missing':
      return `After this titer, ${doses(count)} needed${since('from', from)}.`
    case 'titer_missing':
      return `Add a titer${since('from', from)}.`
    case 'titer_negative':
      return 'The titer is negative. Another dose is needed.'
    case 'declination_missing':
      return 'Two full series and no positive titer: add the signed declination.'
    case 'tdap_missing':
      return 'Add a Tdap. A Td counts only after one.'
    case 'second_step_missing':
      return `Place the second skin test from ${formatDate(from!)} to ${formatDate(until!)}.`
    case 'steps_apart':
      return `The second skin test counts if it is placed from ${formatDate(from!)} to ${formatDate(until!)}. Start over, or have a blood test.`
    case 'reading_window':
      return 'A skin test is read 2 or 3 days after it is placed. Repeat it, or have a blood test.'
    case 'test_missing':
      return 'Add a two-step skin test or a blood test.'
    case 'film_missing':
      return 'After a positive test, add a chest X-ray of the last 5 years.'
    case 'film_old':
      return `The chest X-ray counted until ${formatDate(from!)}. Add a newer one.`
    case 'symptom_form_missing':
      return 'Add this year’s symptom form.'
    case 'result_review':
      return 'The result needs a look by your school.'
    case 'result_fail':
      return 'The result was not passed. Your school will contact you.'
    case 'not_attested':
      return 'Check the box to confirm.'
  }
}
