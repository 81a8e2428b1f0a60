/** The kinds of text that may identify a patient. */
export type PatientDataKind = 'record_number' | 'ssn' | 'birth_date' | 'phone' | 'name' | 'room'
export type PatientDataSign = { kind: PatientDataKind; found: string }

const DATE = String.raw`(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|[a-z]{3,9}\.? \d{1,2},? \d{4})`

// Capitalized words after "patient" that are not names.
const NO_NAMES =
  'Access|Advocate|Assessment|Care|Census|Centered|Contact|Data|Days?|Education|Experience|Families|Family|Flow|Handling|Information|' +
  'Monitoring|Population|Portal|Privacy|Ratios?|Records?|Relations|Rights|Room|Rooms|Safety|Satisfaction|Services?|Simulation|Tower|Transfer|' +
  'Transport|Units?|Council|Life|Physician|Physicians|Nurse|Nurses|Assistant|Assistants|' +
  'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|' +
  'January|February|March|April|May|June|July|August|September|October|November|December|' +
  'I|We|You|He|She|They|The|This|That|No|Not|And|Or|On|In|At|If|When|Please'

const SIGNS: Record<PatientDataKind, RegExp> = {
  record_number:
    /\b(?:MRN|MR ?#|CSN|medical record(?: number| no\.?| #)?|chart(?: number| no\.?| #))[\s:#.-]*[A-Z]{0,3}\d{4,}/i,
  ssn: /\b(?:(?!000|666)[0-8]\d{2}-(?!00)\d{2}-(?!0000)\d{4}\b|(?:SSN|social security(?: number)?)[\s:#.-]*\d{9}\b)/i,
  birth_date: new RegExp(
    String.raw`(?:\bDOB|\bD\.O\.B\.|\bdate of birth|\bbirth ?date|\bborn(?: on)?)[\s:,-]*${DATE}`,
    'i',
  ),
  phone: /(?<![\d-])(?:\+?1[\s.-]?)?(?:\(\d{3}\) ?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?![\d-])/,
  name: new RegExp(
    String.raw`\b(?:[Pp]atient|PATIENT|[Pp]ts?\.?|[Cc]lient|[Rr]esident),? (?:(?:is |was )?(?:named|called) |name:? |Mrs?\.? |Ms\.? )?` +
      String.raw`(?!(?:${NO_NAMES})\b)[A-Z][a-z]+`,
  ),
  room: /(?<!\b(?:board|break|class|conference|lab|lecture|meeting|operating|simulation|skills|training)[ -]?)\b(?:room|rm\.?|bed) ?#? ?\d{1,4}[A-Z]?\b/i,
}

const KINDS = Object.keys(SIGNS) as PatientDataKind[]

// An identifier that the product made, as an error report quotes it: about one in a thousand contains “-bed4-”.
const UUIDS = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi

/**
 * Signs that a text identifies a patient, one of each kind, without the kinds that belong in that text, such as a site's phone (Domain
 * 2.20).
 */
export function patientDataSigns(text: string, meant: readonly PatientDataKind[] = []): PatientDataSign[] {
  const written = text.replace(UUIDS, '')
  return KINDS.flatMap((kind) => {
    const found = meant.includes(kind) ? undefined : SIGNS[kind].exec(written)?.[0].trim()
    return found ? [{ kind, found }] : []
  })
}

const LABELS: Record<PatientDataKind, string> = {
  record_number: 'a medical record number',
  ssn: 'a social security number',
  birth_date: 'a date of birth',
  phone: 'a phone number',
  name: 'a patient’s name',
  room: 'a patient’s room',
}

/** The signs as text: “Rm 12” looks like a patient’s room. */
export function patientDataText(signs: readonly PatientDataSign[]): string {
  return signs.map(({ kind, found }) => `“${found}” looks like ${LABELS[kind]}.`).join(' ')
}

const OF_FACILITIES: readonly PatientDataKind[] = ['phone', 'room']

/**
 * The fields of calls that hold free text, with the kinds of data that belong there. The server checks each of these fields in every write,
 * at any depth; `app/free-texts.test.ts` finds fields that are missing here.
 */
export const freeTexts: Record<string, readonly PatientDataKind[]> = {
  reason: [],
  note: [],
  justification: [],
  description: [],
  comment: [],
  evidence: [],
  teaching_summary: [],
  activities: [],
  acuity_note: [],
  strengths: [],
  improvements: [],
  reply: [],
  actions: [],
  private_note: [],
  goals_next: [],
  proctor_comment: [],
  school_comment: [],
  narrative: [],
  summary: [],
  goal: [],
  // Written by preceptors about themselves.
  bio: ['phone'],
  objectives_met: [],
  // Who was informed of an incident: people who work there.
  reported_to: ['phone'],
  question: [],
  answer: [],
  details: [],
  // The student's own: a phone number of someone they care for.
  hardship_detail: ['phone'],
  override_reason: [],
  lead_time_reason: [],
  credited_hours_reason: [],
  objectives: [],
  rationale: [],
  // Of a plan: where, when, and how many.
  prompt: ['room'],
  instructions: [],
  // People write how to reach them.
  message: ['phone'],
  // How to find a facility, and whom to call there.
  arrival_instructions: OF_FACILITIES,
  badge_instructions: OF_FACILITIES,
  dress_code: OF_FACILITIES,
  parking_notes: OF_FACILITIES,
  arrival_note: OF_FACILITIES,
}

/** Sent with a text by someone who confirms that it names no patient. */
export type NoPatientNamed = { no_patient_named?: true }

const DEEPEST = 20

/**
 * Every free text of an input that seems to name a patient: its path → what was found; empty if the person confirmed that none is named.
 */
export function patientDataIn(input: unknown): Record<string, string> {
  if ((input as NoPatientNamed | undefined)?.no_patient_named === true) return {}
  const found: Record<string, string> = {}
  const look = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'object' && value !== null) {
      // No contract nests this deep: deeper input is refused by its schema and not checked here.
      if (path.length > DEEPEST) return
      for (const [name, inner] of Object.entries(value)) look(inner, [...path, name])
      return
    }
    // A text in a list is checked under the list's name.
    const meant = freeTexts[path.findLast((step) => !/^\d+$/.test(step)) ?? '']
    const signs = meant && typeof value === 'string' ? patientDataSigns(value, meant) : []
    if (signs.length > 0) found[path.join('.')] = patientDataRefusal(signs)
  }
  look(input, [])
  return found
}

/** Why a text is refused, and what to do next. */
function patientDataRefusal(signs: readonly PatientDataSign[]): string {
  return `${patientDataText(signs)} Remove it, or confirm that no patient is named.`
}
