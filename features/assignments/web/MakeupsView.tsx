import { specialtyName } from '#core/specialties.ts'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { whenWords } from '#features/shifts/web/public.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { MakeupNeed } from '../contract.ts'
import { makeupLabels } from '../rules.ts'
import { makeupsQuery } from './queries.ts'
import { ShownOf } from './ShownOf.tsx'

const looks: Record<MakeupNeed['status'], string> = {
  open: 'due_soon',
  scheduled: 'confirmed',
  made_up: 'completed',
  waived: 'withdrawn',
}

/** Hours a student lost and needs to make up: which, why, and the make-up shift. */
export function MakeupsView(): ReactNode {
  const query = useQuery(makeupsQuery)
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" count={2} />}
      failedTitle="Make-ups couldn’t be loaded"
      empty={{
        icon: IconRotateClockwise,
        title: 'Nothing to make up',
        description:
          'Hours missed through a canceled shift or an absence appear here until they are made up.',
      }}
    >
      {({ rows, total }) => (
        <>
          {rows.map((need) => (
            <Need key={need.id} need={need} />
          ))}
          <ShownOf shown={rows.length} total={total} what="make-ups" />
        </>
      )}
    </Loaded>
  )
}

function Need({ need }: { need: MakeupNeed }): ReactNode {
  const shiftLink = (shift: MakeupNeed['missed']) => (
    <Link href={`/shift/${shift.shift_id}`}>{`${whenWords(shift)}, ${shift.unit}`}</Link>
  )
  return (
    <PageSection
      title={`${need.hours} h, ${specialtyName(need.specialty)}`}
      description={need.reason}
      actions={<StateBadge state={looks[need.status]} label={makeupLabels[need.status]} />}
    >
      <KeyValue
        items={[
          { label: 'Instead of', value: shiftLink(need.missed) },
          need.makeup
            ? { label: 'Made up on', value: shiftLink(need.makeup) }
            : {
                label: 'Next steps',
                value: need.waived_reason ?? 'Your coordinator arranges a shift for these hours.',
              },
        ]}
      />
    </PageSection>
  )
}
