import type pg from 'pg'

type Ids = (name: string) => string

/** Clinical mappings of Lakeshore: active ones, open suggestions, the run that found one of them, and a term of the hospital group. */
export async function insertMappings(client: pg.Client, demoId: Ids): Promise<void> {
  const [school, ana, frank] = [
    demoId('lakeshore'),
    demoId('ana.coordinator@lakeshore.example'),
    demoId('frank.education@harborview.example'),
  ]
  const words = [
    'Unit’s specialty: Maternal-newborn',
    '“labor and delivery” in the unit’s name: Maternal-newborn',
  ]
  const found = {
    program_id: demoId('program bsn'),
    program_name: 'Bachelor of Science in Nursing',
    course_code: null,
    specialty: 'maternal_newborn',
    facility_id: demoId('main-ob'),
    facility_name: 'Labor and Delivery',
    facility_detail: 'Harborview Medical Center · Harborview Health',
    confidence: 0.95,
    words,
    rationale: `${words.join('. ')}.`,
  }
  await client.query(
    `insert into public.mapping_runs (id, school_id, facility_id, job_id, status, courses, units, known, proposals, applied, created_by, created_at, finished_at)
     values ($1, $2, $3, $4, 'applied', 10, 4, 2, $5, 1, $6, now() - interval '20 days', now() - interval '20 days')`,
    [
      demoId('mapping run'),
      school,
      demoId('harborview'),
      demoId('mapping job'),
      JSON.stringify([found]),
      frank,
    ],
  )
  for (const { program, specialty, facility, status, hours, rationale, note } of [
    {
      program: 'bsn',
      specialty: 'med_surg',
      facility: 'main-5e',
      status: 'active',
      hours: null,
      rationale: 'Adults after surgery, with students in pairs on days and evenings.',
      note: null,
    },
    {
      program: 'bsn',
      specialty: 'pediatrics',
      facility: 'west-peds',
      status: 'active',
      hours: 45,
      rationale: 'Children from one to seventeen years.',
      note: null,
    },
    {
      program: 'bsn',
      specialty: 'maternal_newborn',
      facility: 'main-ob',
      status: 'proposed',
      hours: null,
      rationale: found.rationale,
      note: null,
    },
    {
      program: 'absn',
      specialty: 'med_surg',
      facility: 'main-icu',
      status: 'proposed',
      hours: 60,
      rationale: 'Medical patients who need close monitoring.',
      note: null,
    },
    {
      program: 'bsn',
      specialty: 'community',
      facility: 'harborview-west',
      status: 'rejected',
      hours: null,
      rationale: 'Outpatient clinic on the ground floor.',
      note: 'The board asks for hours outside of hospitals.',
    },
  ])
    await client.query(
      `insert into public.mappings (id, school_id, program_id, specialty, facility_id, min_hours, rationale, status, review_note, created_by, created_at, reviewed_by, reviewed_at, origin, run_id, confidence, words)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() - interval '20 days', case when $8 in ('active', 'rejected') then $11::uuid end,
         case when $8 in ('active', 'rejected') then now() - interval '12 days' end,
         case when $12::uuid is null then 'manual' else 'ai' end, $12, $13, $14)`,
      [
        demoId(`mapping ${program} ${specialty}`),
        school,
        demoId(`program ${program}`),
        specialty,
        demoId(facility),
        hours,
        rationale,
        status,
        note,
        frank,
        ana,
        ...(specialty === 'maternal_newborn'
          ? [demoId('mapping run'), found.confidence, words]
          : [null, null, []]),
      ],
    )
  await client.query(
    `insert into public.mapping_words (id, facility_id, term, specialty, created_by) values ($1, $2, 'family birthplace', 'maternal_newborn', $3)`,
    [demoId('mapping word'), demoId('harborview'), frank],
  )
}
