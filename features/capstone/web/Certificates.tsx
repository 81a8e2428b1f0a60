import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { Certificate, Project } from '../contract.ts'
import classes from './Capstone.module.css'
import { useSendCertificate } from './mutations.ts'
import { capstone } from './queries.ts'

/** The certificates of a completed project's preceptors. */
export function Certificates({ project: { certificates, party } }: { project: Project }): ReactNode {
  if (certificates.length === 0) return null
  return <List certificates={certificates} maySend={party === 'school' || party === 'faculty'} />
}

/** A preceptor's own certificates, from all schools. */
export function MyCertificates(): ReactNode {
  const query = useQuery(capstone.certificates.queryOptions())
  return query.data?.length ? <List certificates={query.data} maySend={false} /> : null
}

function List({
  certificates,
  maySend,
}: {
  certificates: readonly Certificate[]
  maySend: boolean
}): ReactNode {
  return (
    <PageSection
      title="Certificates of hours"
      description="Each download is recorded. A certificate names no student."
    >
      <ul className={classes.rows}>
        {certificates.map((one) => (
          <li key={one.id} className={classes.row}>
            <div className={classes.words}>
              <strong>{maySend ? one.preceptor_name : one.school_name}</strong>
              <span
                className={classes.dim}
              >{`${one.hours} hours · ${one.course_code} · ${formatRange(one.first_day, one.last_day)}`}</span>
            </div>
            <div className={classes.actions}>
              {maySend && <Send id={one.id} />}
              <Button
                component="a"
                size="sm"
                variant="default"
                href={`/api/capstone-certificates/${one.id}/content`}
                download
                aria-label={`Download PDF, ${one.preceptor_name}`}
              >
                Download PDF
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function Send({ id }: { id: string }): ReactNode {
  const send = useSendCertificate()
  return (
    <Button size="sm" variant="default" loading={send.isPending} onClick={() => send.mutate({ id })}>
      Send again
    </Button>
  )
}
