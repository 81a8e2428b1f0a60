import { describe, expect, it } from 'vitest'
import { type PatientDataKind, patientDataIn, patientDataSigns, patientDataText } from './patient-data.ts'

const kinds = (text: string): PatientDataKind[] => patientDataSigns(text).map(({ kind }) => kind)

describe('text that may identify a patient', () => {
  it.each<[string, PatientDataKind[]]>([
    ['Needle stick while caring for MRN 4455123.', ['record_number']],
    ['mrn: AB445512', ['record_number']],
    ['Medical record number 0099812 was read aloud', ['record_number']],
    ['see chart # 12345', ['record_number']],
    ['His SSN is 123-45-6789', ['ssn']],
    ['social security number 123456789', ['ssn']],
    ['DOB 3/4/1961', ['birth_date']],
    ['date of birth: 1961-03-04', ['birth_date']],
    ['born on March 4, 1961', ['birth_date']],
    ['Call her son at (414) 555-0134', ['phone']],
    ['414.555.0134', ['phone']],
    ['+1 414 555 0134', ['phone']],
    ['The patient John fell.', ['name']],
    ['Pt. Smith refused', ['name']],
    ['patient named Maria Lopez', ['name']],
    ['Patient Mrs. Miller', ['name']],
    ['our resident Edna', ['name']],
    ['Left alone in room 412B', ['room']],
    ['Rm. 12 was not cleaned', ['room']],
    ['bed 4', ['room']],
    ['Patient John Doe, DOB 3/4/61, room 7, MRN 998877', ['record_number', 'birth_date', 'name', 'room']],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })
})

describe('text that only looks like it', () => {
  it.each([
    'The unit closes on 2026-03-09 and opens on 3/4/2026.',
    'We have room for 8 students on 4 West.',
    'Meet in conference room 204.',
    'The skills lab room 12 is free.',
    'There are 24 beds, 12 of them closed.',
    'Patient Care Unit 3 is being renovated.',
    'patient safety comes first',
    'Our Patient Advocate asked for it.',
    'The Resident Council meets on Mondays.',
    'Too many patients Monday to Friday.',
    'A patient I cared for fell; nobody was hurt.',
    'Our agreement number is 2026-114-55.',
    'NPI 1234567893, unit code 4W-12',
    'Six students, 120 hours, 07:00 to 19:00.',
    'Invoice 123-45-67',
    'Born leaders welcome.',
    'The chart number of the survey is missing.',
    'Staffing is 1:4 in the ICU.',
    'The client will sign next week.',
    '',
  ])('%s', (text) => {
    expect(kinds(text)).toEqual([])
  })
})

it('leaves out the kinds that belong there', () => {
  expect(patientDataSigns('Call 414 555 0134, ask for Pt. Smith', ['phone'])).toEqual([
    { kind: 'name', found: 'Pt. Smith' },
  ])
})

it('finds no room number in a request id', () => {
  const report = (id: string): string => `Error report\nRequest: ${id}`
  expect(patientDataSigns(report('0c1f9c4e-bed4-4b0e-bed1-5f1c3c8a2d10'))).toEqual([])
  expect(patientDataSigns(`${report('0c1f9c4e-1d2a-4b0e-bed1-5f1c3c8a2d10')} for bed 4`)).toEqual([
    { kind: 'room', found: 'bed 4' },
  ])
})

it('reports what it found', () => {
  expect(patientDataText(patientDataSigns('Rm 12, DOB 3/4/61'))).toBe(
    '“DOB 3/4/61” looks like a date of birth. “Rm 12” looks like a patient’s room.',
  )
})

it('finds nothing in a long text that nearly matches', () => {
  // The time it takes, compared with a quarter of the text: bench/api/long-texts.ts.
  const long = `${'patient '.repeat(5_000)}${'555-'.repeat(5_000)}${'room '.repeat(5_000)}`
  expect(patientDataSigns(long)).toEqual([])
})

it('checks the free texts of any write, and no other field', () => {
  expect(
    patientDataIn({
      name: 'Room 12',
      message: 'Call 414 555 0134',
      reason: 'Pt. Smith fell',
      site: { parking_notes: 'Room 3, 414 555 0134', dress_code: 'MRN 12345' },
      decisions: [{ note: 'Fine' }, { note: 'bed 4' }],
    }),
  ).toEqual({
    reason: expect.stringContaining('Remove it, or confirm'),
    'site.dress_code': expect.stringContaining('medical record number'),
    'decisions.1.note': expect.stringContaining('room'),
  })
  expect(patientDataIn({ reason: 'Pt. Smith fell', no_patient_named: true })).toEqual({})
  expect(patientDataIn({ reason: 'Pt. Smith fell', no_patient_named: 'true' })).not.toEqual({})
  for (const input of [undefined, null, 'Pt. Smith', 3, []]) expect(patientDataIn(input)).toEqual({})
})

it('checks no input deeper than any contract nests', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
  expect(patientDataIn(deep)).toEqual({})
})

it('checks a list of texts under its name', () => {
  expect(Object.keys(patientDataIn({ objectives: ['Give a report', 'Care for MRN 4455123'] }))).toEqual([
    'objectives.1',
  ])
})
