import type pg from 'pg'
import type { SiteRow } from '#features/imports/rules.ts'
import { realSchools, realSites } from '../reference.ts'

const counties = ['Milwaukee', 'Waukesha', 'Ozaukee', 'Washington']
const cities = ['Milwaukee', 'Wauwatosa', 'Waukesha', 'Brookfield', 'Mequon']
/** Hospitals with a health system's name belong to it; each of the others is its own organization. */
const systems = [
  { begins: 'Ascension', name: 'Ascension Wisconsin' },
  { begins: 'Aurora', name: 'Aurora Health Care' },
  { begins: 'Froedtert', name: 'Froedtert Health' },
]

// The units of a real hospital are not public; these are typical for its kind.
const general = [
  { name: 'Medical-Surgical', specialty: 'med_surg', population: 'adult', level: 'acute', seats: 8 },
  { name: 'Intensive Care', specialty: 'icu', population: 'adult', level: 'acute', seats: 2 },
  { name: 'Emergency Department', specialty: 'emergency', population: 'all', level: 'acute', seats: 2 },
  {
    name: 'Mother and Baby',
    specialty: 'maternal_newborn',
    population: 'maternal',
    level: 'acute',
    seats: 4,
  },
  {
    name: 'Perioperative Services',
    specialty: 'perioperative',
    population: 'adult',
    level: 'acute',
    seats: 2,
  },
] as const
const unitsOf: Record<string, readonly (typeof general)[number][] | readonly Unit[]> = {
  Psychiatric: [
    { name: 'Adult Psychiatry', specialty: 'mental_health', population: 'adult', level: 'acute', seats: 6 },
    {
      name: 'Adolescent Psychiatry',
      specialty: 'mental_health',
      population: 'pediatric',
      level: 'acute',
      seats: 4,
    },
  ],
  Childrens: [
    { name: 'Pediatrics', specialty: 'pediatrics', population: 'pediatric', level: 'acute', seats: 6 },
    { name: 'Pediatric Intensive Care', specialty: 'icu', population: 'pediatric', level: 'acute', seats: 2 },
    { name: 'Neonatal Intensive Care', specialty: 'icu', population: 'neonatal', level: 'acute', seats: 2 },
  ],
}
type Unit = { name: string; specialty: string; population: string; level: string; seats: number }

/** Inserts the real hospitals and nursing schools of greater Milwaukee from the shipped lists; `idOf` creates the ids. */
export async function insertMilwaukee(client: pg.Client, idOf: (name: string) => string): Promise<void> {
  const sites = (await realSites()).filter(
    ({ state, county }) => state === 'WI' && counties.includes(county ?? ''),
  )
  await insertHospitals(client, sites, idOf)
  const schools = (await realSchools()).filter(
    ({ state, city, programs }) => state === 'WI' && cities.includes(city ?? '') && programs.length > 0,
  )
  for (const school of schools) {
    const id = idOf(`school ${school.unitid}`)
    const { name, city, state, time_zone, unitid, address, postal_code, latitude, longitude, aliases } =
      school
    await client.query(
      `insert into public.schools (id, name, slug, city, state, time_zone, unitid, address, postal_code, latitude, longitude, aliases)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        name,
        slug(name),
        city,
        state,
        time_zone,
        unitid,
        address,
        postal_code,
        latitude,
        longitude,
        aliases,
      ],
    )
    await client.query('insert into public.school_join_codes (school_id, code) values ($1, $2)', [
      id,
      `MKE${unitid}`,
    ])
    for (const program of school.programs)
      await client.query('insert into public.programs (id, school_id, name, level) values ($1, $2, $3, $4)', [
        idOf(`program ${unitid} ${program.level}`),
        id,
        program.name,
        program.level,
      ])
  }
}

async function insertHospitals(
  client: pg.Client,
  sites: SiteRow[],
  idOf: (name: string) => string,
): Promise<void> {
  const organizations = new Map<string, SiteRow & { isSystem: boolean }>()
  const organizationOf = (site: SiteRow): string =>
    systems.find(({ begins }) => site.name.startsWith(begins))?.name ?? site.name
  for (const site of sites) {
    const name = organizationOf(site)
    if (!organizations.has(name)) organizations.set(name, { ...site, name, isSystem: name !== site.name })
  }
  await client.query(
    `with o as (select * from jsonb_to_recordset($1) as o (id uuid, name text, city text, slug text, "type" text, address text, postal_code text, phone text)),
       node as (insert into public.facilities (id, kind, name, city, state, time_zone)
         select id, 'organization', name, city, 'WI', 'America/Chicago' from o)
     insert into public.organizations (id, slug, organization_type, address, postal_code, phone) select id, slug, "type", address, postal_code, phone from o`,
    [
      JSON.stringify(
        [...organizations.values()].map(({ name, city, isSystem, address, postal_code, phone }) => ({
          id: idOf(`organization ${name}`),
          name,
          city: isSystem ? 'Milwaukee' : city,
          slug: slug(name),
          type: isSystem ? 'hospital_system' : 'hospital',
          ...(isSystem ? {} : { address, postal_code, phone }),
        })),
      ),
    ],
  )
  await client.query(
    `with s as (select * from jsonb_to_recordset($1) as s (id uuid, parent uuid, name text, slug text, city text, cms_certification_number text, site_type text,
         ownership text, has_emergency_services boolean, address text, postal_code text, county text, phone text)),
       node as (insert into public.facilities (id, kind, parent_id, name, city, state, time_zone)
         select id, 'site', parent, name, city, 'WI', 'America/Chicago' from s)
     insert into public.sites (id, slug, cms_certification_number, site_type, ownership, has_emergency_services, address, postal_code, county, phone, latitude, longitude)
     select s.id, s.slug, s.cms_certification_number, s.site_type, s.ownership, s.has_emergency_services, s.address, s.postal_code, s.county, s.phone, z.latitude, z.longitude
     from s left join public.postal_codes z on z.postal_code = s.postal_code`,
    [
      JSON.stringify(
        sites.map((site) => ({
          ...site,
          id: idOf(`site ${site.cms_certification_number}`),
          parent: idOf(`organization ${organizationOf(site)}`),
          slug: slug(site.name),
        })),
      ),
    ],
  )
  const units = sites.flatMap((site) =>
    (unitsOf[site.site_type ?? ''] ?? general).map((unit) => ({
      ...unit,
      id: idOf(`unit ${site.cms_certification_number} ${unit.name}`),
      parent: idOf(`site ${site.cms_certification_number}`),
      city: site.city,
    })),
  )
  await client.query(
    `with u as (select * from jsonb_to_recordset($1) as u (id uuid, parent uuid, name text, city text, specialty text, population text, level text, seats int)),
       node as (insert into public.facilities (id, kind, parent_id, name, city, state, time_zone)
         select id, 'unit', parent, name, city, 'WI', 'America/Chicago' from u)
     insert into public.units (id, specialty, population, care_level, max_students_per_shift, shift_patterns)
     select id, specialty, population, level, seats, '[{"name": "D12", "start": "07:00", "end": "19:00", "unpaid_break_min": 30}, {"name": "N12", "start": "19:00", "end": "07:00", "unpaid_break_min": 30}]' from u`,
    [JSON.stringify(units)],
  )
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
