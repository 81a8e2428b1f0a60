import type { TypeField, TypeFields } from '../contract.ts'

/** A form field: those of the evidence rule, then those that the type adds. */
export type FormField = Omit<TypeField, 'kind' | 'options'> & {
  kind: TypeField['kind'] | 'dates'
  options: readonly { value: string; label: string }[]
  help?: string
}

const field = (
  key: string,
  label: string,
  kind: FormField['kind'],
  more: Partial<FormField> = {},
): FormField => ({
  key,
  label,
  kind,
  options: [],
  is_required: false,
  ...more,
})

const titerResults = [
  { value: 'positive', label: 'Positive (immune)' },
  { value: 'equivocal', label: 'Equivocal' },
  { value: 'negative', label: 'Negative' },
]

const testResults = [
  { value: 'negative', label: 'Negative' },
  { value: 'positive', label: 'Positive' },
]

/** The form fields of a type: what its rule needs, then what its owner adds. */
export function formFields({
  evidence,
  validity,
  fields,
}: Pick<TypeFields, 'evidence' | 'validity' | 'fields'>): FormField[] {
  const stated =
    validity.rule === 'stated_date'
      ? [
          field('stated_on', 'Valid until', 'date', {
            is_required: true,
            help: 'The end date on the document.',
          }),
        ]
      : []
  const own = fields.map(({ options, ...rest }): FormField => ({
    ...rest,
    options: options.map((option) => ({ value: option, label: option })),
  }))
  return [...ruleFields[evidence], ...stated, ...own]
}

const issued = field('issued_on', 'Date issued', 'date', { is_required: true })

const ruleFields: Record<TypeFields['evidence'], readonly FormField[]> = {
  document: [issued],
  attestation: [
    { ...issued, label: 'Date signed' },
    field('agreed', 'I confirm that this is true', 'yes_no', { is_required: true }),
  ],
  result: [
    { ...issued, label: 'Date of the report' },
    field('result', 'Result', 'choice', {
      is_required: true,
      options: [
        { value: 'clear', label: 'Clear' },
        { value: 'review', label: 'Needs review' },
        { value: 'fail', label: 'Not passed' },
      ],
    }),
  ],
  external_check: [
    { ...issued, label: 'Date checked' },
    field('checked_with', 'Checked with', 'text', {
      is_required: true,
      help: 'Such as Nursys, or the OIG and SAM exclusion lists.',
    }),
  ],
  series: [
    field('doses', 'Dates of your doses', 'dates'),
    field('titer_on', 'Titer (blood test) date', 'date'),
    field('titer_result', 'Titer result', 'choice', { options: titerResults }),
  ],
  hepatitis_b: [
    field('doses', 'Dates of your doses', 'dates'),
    field('is_two_dose', 'I had the two-dose vaccine', 'yes_no'),
    field('titer_on', 'Titer (anti-HBs) date', 'date', { help: '1 to 2 months after the last dose.' }),
    field('titer_result', 'Titer result', 'choice', { options: titerResults }),
    field('first_titer_on', 'Earlier titer, if you had a second series', 'date'),
    field('first_titer_result', 'Earlier titer result', 'choice', { options: titerResults }),
    field('history_on', 'Past infection, documented on', 'date'),
    field('declination_on', 'Non-responder declination signed on', 'date'),
  ],
  tuberculosis: [
    field('first_placed_on', 'Skin test placed', 'date'),
    field('first_read_on', 'Skin test read', 'date', { help: '2 or 3 days after it was placed.' }),
    field('first_result', 'Skin test result', 'choice', { options: testResults }),
    field('second_placed_on', 'Second skin test placed', 'date', { help: '7 to 21 days after the first.' }),
    field('second_read_on', 'Second skin test read', 'date'),
    field('second_result', 'Second skin test result', 'choice', { options: testResults }),
    field('blood_on', 'Blood test (IGRA) date', 'date'),
    field('blood_result', 'Blood test result', 'choice', {
      options: [...testResults, { value: 'indeterminate', label: 'Indeterminate' }],
    }),
    field('had_two_step', 'My two-step test or a blood test is on file already', 'yes_no'),
    field('was_positive', 'I have tested positive before', 'yes_no'),
    field('film_on', 'Chest X-ray date', 'date', { help: 'At most 5 years old.' }),
    field('film_result', 'Chest X-ray result', 'choice', {
      options: [
        { value: 'normal', label: 'Normal' },
        { value: 'abnormal', label: 'Abnormal' },
      ],
    }),
    field('symptom_form_on', 'Symptom form signed', 'date'),
  ],
  tdap: [
    field('tdap_on', 'Tdap date', 'date', { is_required: true }),
    field('td_on', 'Later Td date', 'date'),
  ],
}
