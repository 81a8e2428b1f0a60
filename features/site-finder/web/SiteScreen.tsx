import { specialtyLabels } from '#core/specialties.ts'
import { Group, Text } from '@mantine/core'
import { IconBuildingHospital, IconCalendarPlus, IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clockRangeShort } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SitePage } from '../contract.ts'
import { siteFinder } from './queries.ts'
import classes from './SiteScreen.module.css'

/** A site where a school looks for seats: its units with free seats by week, the agreement, and how to get there. */
export function SiteScreen(): ReactNode {
  const { siteId = '' } = useParams({ from: '/_app/school/facilities/$siteId' })
  const { zip } = useSearch({ from: '/_app/school/facilities/$siteId' })
  const schoolId = useSchoolId()
  const query = useQuery({
    ...siteFinder.site.queryOptions({
      input: {
        id: siteId,
        school_id: schoolId ?? '',
        ...(zip && { zip: String(zip).padStart(5, '0') }),
      },
    }),
    enabled: schoolId !== null,
  })
  const site = query.data
  const breadcrumbs = [{ label: 'Facilities', href: '/school/facilities' }]
  if (!schoolId)
    return (
      <Page title="Site" breadcrumbs={breadcrumbs}>
        <EmptyState title="Which school?" description="Choose the school you look for seats for." />
      </Page>
    )
  return (
    <Page
      title={site?.name ?? 'This site'}
      breadcrumbs={breadcrumbs}
      description={site && [site.organization_name, addressOf(site)].filter(Boolean).join(' · ')}
      actions={site && <Actions site={site} />}
      query={query}
      failedTitle="This site couldn’t be loaded"
    >
      {(found) => (
        <div className={classes.both}>
          <Units site={found} />
          <div className={classes.aside}>
            <Agreement site={found} />
            <Arrival site={found} />
          </div>
        </div>
      )}
    </Page>
  )
}

const addressOf = ({ city, state, distance_miles: miles, distance_from: zip }: SitePage): string =>
  [[city, state].filter(Boolean).join(', '), miles !== null && zip && `${formatNumber(miles)} mi from ${zip}`]
    .filter(Boolean)
    .join(' · ')

/** True when a shift can be requested here, as far as the agreement tells. */
const isOpen = ({ agreement, units }: SitePage): boolean =>
  agreement?.status === 'active' && units.some((unit) => unit.is_open)

function Actions({ site }: { site: SitePage }): ReactNode {
  const { agreement, units } = site
  const first = units.find((unit) => unit.is_open)
  return (
    <>
      {agreement && (
        <LinkButton variant="default" href={`/school/partnerships?partnership=${agreement.id}`}>
          See agreement
        </LinkButton>
      )}
      {isOpen(site) ? (
        <LinkButton
          href={`/shifts?plan=${first!.id}`}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Plan a shift here
        </LinkButton>
      ) : (
        !agreement && (
          <LinkButton
            href={`/school/partnerships?request=${site.organization_id}`}
            leftSection={<IconHeartHandshake size={18} aria-hidden />}
          >
            Request partnership
          </LinkButton>
        )
      )}
    </>
  )
}

function Units({ site }: { site: SitePage }): ReactNode {
  if (site.units.length === 0)
    return (
      <EmptyState
        icon={IconBuildingHospital}
        title="No units yet"
        description="The facility has not entered units with hours and seats."
      />
    )
  const weeks = site.units[0]!.weeks
  return (
    <PageSection
      title="Open seats by week"
      description="Free weekday seats at the busiest hour. Other schools are not named."
      look="flush"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Open seats by week">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Unit</th>
              {weeks.map(({ from }) => (
                <th key={from} scope="col">
                  {formatDate(from).replace(/, \d{4}$/, '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {site.units.map((unit) => (
              <tr key={unit.id}>
                <th scope="row">
                  {unit.is_open ? <Link href={`/shifts?plan=${unit.id}`}>{unit.name}</Link> : unit.name}
                  <Text size="xs" c="dimmed" fw={400}>
                    {aboutUnit(unit)}
                  </Text>
                </th>
                {unit.weeks.map((week) => (
                  <Week key={week.from} {...week} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PageSection>
  )
}

function aboutUnit({ specialty, most, patterns, is_exclusive: isAlone }: SitePage['units'][number]): string {
  return [
    specialtyLabels[specialty],
    `${most} students`,
    isAlone && 'one school at a time',
    patterns.map(({ start, end }) => clockRangeShort(start, end)).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How full a week is, in five shades and in numbers. */
function Week({ seats, free }: SitePage['units'][number]['weeks'][number]): ReactNode {
  const share = seats === 0 ? 0 : free / seats
  return (
    <td data-level={seats === 0 ? 'none' : Math.ceil(share * 4)}>
      {seats === 0 ? 'Closed' : free === 0 ? 'Full' : formatNumber(free)}
      {seats > 0 && free > 0 && <span className={classes.of}> of {formatNumber(seats)}</span>}
    </td>
  )
}

function Agreement({ site: { agreement, organization_name: name } }: { site: SitePage }): ReactNode {
  return (
    <PageSection title="Agreement">
      {agreement ? (
        <>
          <Group gap="xs">
            <StateBadge state={agreement.status} />
            <Text size="sm">
              {agreement.effective_to ? `Until ${formatDate(agreement.effective_to)}` : 'No end date'}
            </Text>
          </Group>
          {!agreement.covers_site && (
            <Text size="sm" mt="xs">
              This site is not part of it. Ask {name} to include it.
            </Text>
          )}
        </>
      ) : (
        <Text size="sm">
          You have no agreement with {name}. Request a partnership, and plan shifts as soon as it is accepted.
        </Text>
      )}
    </PageSection>
  )
}

function Arrival({ site }: { site: SitePage }): ReactNode {
  const address = [site.address, site.city, [site.state, site.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  const facts = [
    {
      label: 'Address',
      value: address && (
        <a
          href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noreferrer"
        >
          {address}
        </a>
      ),
    },
    { label: 'Phone', value: site.phone },
    { label: 'Arrival', value: site.arrival_instructions },
    { label: 'Parking', value: site.parking_notes },
    { label: 'Badge', value: site.badge_instructions },
    { label: 'Dress code', value: site.dress_code },
  ].filter(({ value }) => Boolean(value))
  return (
    <PageSection title="How to arrive">
      {facts.length > 0 ? <KeyValue items={facts} /> : <Text size="sm">Nothing entered yet.</Text>}
    </PageSection>
  )
}
