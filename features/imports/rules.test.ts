import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { toCsv } from '#core/csv.ts'
import { csvRecords } from '#core/csv-reader.ts'
import {
  aliasesOf,
  canvasDate,
  changesText,
  openBlocker,
  partsOf,
  phoneOf,
  postalCodeOf,
  readImport,
  readRoster,
  reportOf,
  rowsOfFile,
  schoolOf,
  siteOf,
  websiteOf,
} from './rules.ts'
import { reasonWords } from './messages.ts'

const folder = join(import.meta.dirname, '../../database/seeds/data')
const parse = (text: string) => Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] }).data
const packed = (name: string) => parse(gunzipSync(readFileSync(join(folder, name))).toString('utf8'))
const plain = (name: string) => parse(readFileSync(join(folder, name), 'utf8'))

describe('the list of hospitals', () => {
  const { rows, ignored, problem } = readImport('sites', packed('cms-hospitals.csv.gz'))
  const sites = rows.map(({ cells }) => siteOf(cells))

  it('is read completely: every row is valid, and every zero is kept', () => {
    expect({ problem, rows: rows.length, ignored }).toEqual({
      problem: null,
      rows: 5_381,
      ignored: ['Meets criteria for birthing friendly designation', 'Hospital overall rating'],
    })
    expect(sites.filter(({ problem: wrong }) => wrong !== null)).toEqual([])
    expect(rows[0]!.line).toBe(2)
    expect(sites[0]!.data).toEqual({
      cms_certification_number: '010001',
      name: 'Southeast Health Medical Center',
      organization_type: 'hospital',
      site_type: 'Acute Care Hospitals',
      ownership: 'Government - Hospital District or Authority',
      has_emergency_services: true,
      address: '1108 Ross Clark Circle',
      city: 'Dothan',
      state: 'AL',
      postal_code: '36301',
      county: 'Houston',
      phone: '(334) 793-8701',
      latitude: null,
      longitude: null,
      time_zone: 'America/Chicago',
    })
    expect(new Set(sites.map(({ data }) => data.cms_certification_number)).size).toBe(5_381)
    expect(sites.filter(({ data }) => data.postal_code!.startsWith('0')).length).toBeGreaterThan(200)
  })

  it('distinguishes twelve hospitals with the same name, and parses quotes, commas and ampersands', () => {
    expect(sites.filter(({ data }) => data.name === 'Memorial Hospital').length).toBe(12)
    const names = sites.map(({ data }) => data.name)
    expect(names).toEqual(
      expect.arrayContaining([
        "St. Vincent's East",
        'Garden Grove Hospital & Medical Center',
        'Mental Health Emergency Center, Inc',
      ]),
    )
    expect(names.filter((name) => name === name.toUpperCase() && name.length > 12)).toEqual([])
  })
})

it('nursing homes have different columns', () => {
  const { rows } = readImport('sites', plain('cms-nursing-homes-sample.csv'))
  const homes = rows.map(({ cells }) => siteOf(cells))
  expect(homes.filter(({ problem }) => problem !== null)).toEqual([])
  expect(homes.filter(({ data }) => data.phone === null).length).toBe(2)
  expect(homes[0]!.data).toMatchObject({
    cms_certification_number: '015009',
    organization_type: 'long_term_care',
    site_type: 'Nursing home',
    phone: '(256) 332-4110',
    latitude: 34.5149,
    longitude: -87.736,
    county: 'Franklin',
    has_emergency_services: null,
  })
})

it('both lists of schools are read completely', () => {
  const ccne = readImport('schools', plain('us-nursing-schools.csv'))
  expect(ccne.ignored).toEqual(['control', 'ccne_postgrad'])
  const schools = ccne.rows.map(({ cells }) => schoolOf(cells))
  expect(schools.filter(({ problem }) => problem !== null)).toEqual([])
  expect(schools.find(({ data }) => data.unitid === '188429')!.data).toMatchObject({
    name: 'Adelphi University',
    postal_code: '11530',
    programs: [{ level: 'BSN' }, { level: 'MSN' }, { level: 'DNP' }],
  })
  const all = readImport('schools', packed('ipeds-hd2023.csv.gz')).rows.map(({ cells }) => schoolOf(cells))
  expect(all.length).toBe(6_163)
  expect(all.filter(({ problem }) => problem !== null)).toEqual([])
  expect(all.find(({ data }) => data.unitid === '100830')!.data.aliases).toEqual(['AUM', 'Auburn Montgomery'])
  expect(all.filter(({ note }) => note !== null).map(({ note }) => note)).toEqual(
    expect.arrayContaining([expect.stringContaining('isn’t a web address and is left out.')]),
  )
})

it.each([
  ['AUM||Auburn University at Montgomery|Auburn Montgomery', ['AUM', 'Auburn Montgomery']],
  ['GSCC | Gadsden State | GSCC', ['GSCC', 'Gadsden State']],
  [
    'Southern Christian University  Regions University',
    ['Southern Christian University', 'Regions University'],
  ],
  ['', []],
])('%j has the names %j', (text, names) => {
  expect(aliasesOf(text, 'Auburn University at Montgomery')).toEqual(names)
})

it.each([
  ['36301', '36301'],
  ['02115', '02115'],
  ['6082', '06082'],
  ['603', '00603'],
  ['35294-0110', '35294'],
  ['060820110', '06082'],
  ['60820110', '06082'],
  ['12', null],
  ['K1A 0B1', null],
  ['', null],
])('the ZIP code %j is %j', (text, code) => {
  expect(postalCodeOf(text)).toBe(code)
})

it.each([
  ['2563324110', '(256) 332-4110'],
  ['1-256-332-4110', '(256) 332-4110'],
  ['(334) 793-8701', '(334) 793-8701'],
  ['334-793-8701 x12', '334-793-8701 x12'],
  ['', null],
])('the phone %j is %j', (text, phone) => {
  expect(phoneOf(text)).toBe(phone)
})

it.each([
  ['www.aamu.edu/', 'https://www.aamu.edu/'],
  ['https://www.uab.edu/', 'https://www.uab.edu/'],
  ['https://www.https//www.baltimorebeautybarberschool.com', null],
  ['nowhere', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the web address %j is %j', (text, website) => {
  expect(websiteOf(text)).toBe(website)
})

it.each([
  [{}, 'The Facility ID is missing. The name is missing. The state is missing. The city is missing.'],
  [
    { cms_certification_number: '10001', name: 'A HOSPITAL', state: 'AL', city: 'X' },
    '“10001” isn’t a Facility ID: it has 6 digits or letters. A spreadsheet may have dropped its leading zeros.',
  ],
  [{ cms_certification_number: '01014f', name: 'A HOSPITAL', state: 'al', city: 'X' }, null],
  [
    { cms_certification_number: '010001', name: 'A HOSPITAL', state: 'Alabama', city: 'X', postal_code: 'x' },
    '“ALABAMA” isn’t a US state. “x” isn’t a ZIP code.',
  ],
])('a row %j: %j', (cells, problem) => {
  expect(siteOf(cells).problem).toBe(problem)
})

it('a file must have its columns, and a position needs both numbers', () => {
  expect(readImport('sites', [])).toMatchObject({ problem: 'The file is empty.' })
  expect(readImport('sites', [['name', 'state']]).problem).toBe(
    'The first line must name the columns. Missing: Facility ID (or ccn).',
  )
  expect(readImport('sites', [['ccn', 'name', 'state']]).problem).toBe(
    'The file has headings and no rows below them.',
  )
  const { data, note } = siteOf({ latitude: '95', longitude: '10' })
  expect([data.latitude, data.longitude, note]).toEqual([
    null,
    null,
    'The position cannot be read and is left out.',
  ])
})

it('no file content breaks the reading of it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'cms_certification_number',
          'unitid',
          'name',
          'state',
          'city',
          'postal_code',
          'phone',
          'website',
          'latitude',
          'longitude',
          'aliases',
        ),
        fc.string({ unit: 'binary', maxLength: 300 }),
      ),
      (cells) => {
        const site = siteOf(cells)
        const school = schoolOf(cells)
        const good = [site, school].filter(({ problem }) => problem === null)
        expect(good.every(({ data }) => data.name.length > 1)).toBe(true)
        expect(() => JSON.stringify([site, school])).not.toThrow()
      },
    ),
  )
})

it('a report cannot run anything in a spreadsheet', () => {
  const { header, rows } = reportOf('sites', [
    {
      line: 2,
      verdict: 'changed',
      reason: null,
      note: null,
      data: {
        cms_certification_number: '010001',
        name: '=HYPERLINK("http://x")',
        city: '@SUM(A1)',
        state: 'AL',
      },
      changes: { phone: [null, '+1'], has_emergency_services: [true, false] },
    },
  ])
  expect(toCsv(header, rows)).toBe(
    '\uFEFFrow,verdict,reason,facility_id,name,city,state,changes\r\n2,Changed,,010001,"\'=HYPERLINK(""http://x"")",\'@SUM(A1),AL,"phone: – → +1; emergency services: yes → no"\r\n',
  )
  expect(changesText({ aliases: [[], ['A', 'B']] })).toBe('other names: – → A, B')
})

describe('a roster', () => {
  const canvas = (name: string) => ({ name, table: plain(`canvas-sis/${name}`) })

  it('from the files of Canvas: only students, and inconsistencies are reported', () => {
    const roster = readRoster(
      [
        'users.csv',
        'enrollments.csv',
        'sections.csv',
        'courses.csv',
        'terms.csv',
        'accounts.csv',
        'groups.csv',
      ].map(canvas),
    )
    expect(roster.problem).toBeNull()
    expect(roster.rows.map(({ line, email, student_id }) => [line, email, student_id])).toEqual([
      [2, 'bob.smith@myschool.edu', '01103'],
      [3, 'john.doe@myschool.edu', '13834'],
      [4, 'peggy.sue@myschool.edu', '13aa3'],
    ])
    expect(roster.leftOut).toEqual({ 4: 'Is enrolled as teacher, not as a student.' })
    expect(roster.notes).toEqual([
      'enrollments.csv names section_id 1B, 2A, which sections.csv does not have.',
      'courses.csv names account_id A004, which accounts.csv does not have.',
      'courses.csv names term_id Fall2011, which terms.csv does not have.',
      'Not used: groups.csv.',
    ])
  })

  const users = (...rows: string[]) => ({
    name: 'users.csv',
    table: parse(['user_id,login_id,first_name,last_name,email,status', ...rows].join('\n')),
  })
  const enrollments = (...rows: string[]) => ({
    name: 'enrollments.csv',
    table: parse(['course_id,user_id,role,section_id,status', ...rows].join('\n')),
  })

  it('leaves out deleted people, repeated ids and people no longer enrolled; a missing email is corrected in the preview', () => {
    const roster = readRoster([
      users(
        '007,bond,James,Bond,,active',
        '007,bond2,Jim,Bond,jim@x.edu,active',
        '008,bill@x.edu,Bill,Fair,,active',
        '009,peter,Peter,Smith,p@x.edu,deleted',
        '010,ann,Ann,Day,a@x.edu,active',
        '011,eve,Eve,Low,e@x.edu,active',
      ),
      enrollments('N1,007,student,,active', 'N1,008,student,,active', 'N1,010,student,,deleted'),
    ])
    expect(roster.leftOut).toEqual({
      3: 'The same user_id is in row 2.',
      5: 'Is deleted in Canvas.',
      6: 'No longer enrolled as a student.',
      7: 'Is not enrolled in these files.',
    })
    expect(roster.rows.map(({ email }) => email).slice(0, 3)).toEqual(['', 'jim@x.edu', 'bill@x.edu'])
  })

  it('from one plain file', () => {
    const roster = readRoster([
      { name: 'fall.csv', table: parse('email,first_name,last_name\na@x.edu,Ann,Day') },
    ])
    expect(roster).toMatchObject({ problem: null, leftOut: {}, rows: [{ email: 'a@x.edu', line: 2 }] })
  })

  it.each([
    [[], 'Choose a file.'],
    [[enrollments()], 'From a Canvas export, choose users.csv: the other files have no names.'],
    [[users(), users()], 'Two of the files hold users: choose one of them.'],
    [[users()], 'users.csv has headings and no rows below them.'],
    [
      [
        { name: 'a.csv', table: [['x']] },
        { name: 'b.csv', table: [['y']] },
      ],
      'Choose one CSV or Excel file, or the files of a Canvas export.',
    ],
  ])('%# says what is missing', (files, problem) => {
    expect(readRoster(files).problem).toBe(problem)
  })

  it.each([
    ['2013-1-03 00:00:00', '2013-01-03'],
    ['2013-05-03 00:00:00-06:00', '2013-05-03'],
    ['2013-05-3T00:00:00Z', '2013-05-03'],
    ['2013-13-01', null],
    ['soon', null],
  ])('reads the date %j as %j', (text, date) => {
    expect(canvasDate(text)).toBe(date)
  })
})

it('sends rows in parts that fit a request, each once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 1_200 }), (lengths) => {
      const rows = lengths.map((length, n) => ({ line: n + 2, cells: { name: 'ë'.repeat(length) } }))
      const parts = [...partsOf(rows)]
      expect(parts.flat()).toEqual(rows)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(500)
        expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1_000_000)
      }
    }),
    { numRuns: 20 },
  )
})

it('reads a file of any length in pieces, and refuses it if it is truncated', async () => {
  async function* long(last: string) {
    yield Buffer.from('Facility ID,Facility Name,State\n')
    for (let piece = 0; piece < 50; piece++)
      yield Buffer.from(Array.from({ length: 1_000 }, (_, n) => `${piece},"Clinic ${n}",AL\n`).join(''))
    yield Buffer.from(last)
  }
  const lines = async (last: string) => {
    let count = 0
    for await (const rows of rowsOfFile(
      'sites',
      csvRecords(() => long(last)),
    ))
      count += rows.length
    return count
  }
  expect(await lines('x,Last,AL')).toBe(50_001)
  await expect(lines('x,"Last,AL\n')).rejects.toThrow('Row 50002, column 2 (Facility Name)')
  await expect(lines('x,"La\nst",AL\n')).rejects.toThrow(
    'Row 50002, “Facility Name”: this cell has several lines.',
  )
})

it('can be changed until it is written', () => {
  expect(openBlocker({ status: 'open' })).toBeNull()
  expect(openBlocker({ status: 'committed' })?.code).toBe('import.done')
})

it.each([
  ['sites', 'same_row 12', 'Row 12 has the same Facility ID.'],
  ['schools', 'same_row 3', 'Row 3 has the same UNITID.'],
  ['sites', 'archived', 'This site is archived here; restore it first.'],
  ['schools', 'by_name', 'A school with this name in this state has no UNITID yet: it gets this one.'],
  // The problem of the row itself, and reasons stored before there were codes.
  ['sites', 'The ZIP code has five digits.', 'The ZIP code has five digits.'],
  ['sites', null, null],
] as const)('%s: %s is read as %s', (kind, reason, words) => {
  expect(reasonWords(kind, reason)).toBe(words)
})
