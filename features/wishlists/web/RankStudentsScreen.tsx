import { Button } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import type { ProgramLevel } from '#features/cohorts/contract.ts'
import { studentLevelLabels } from '#features/facilities/rules.ts'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Applicant, OptionToRank } from '../contract.ts'
import { moved } from '../rules.ts'
import { useRankStudents, wishlists } from './queries.ts'
import { savedInOrder } from './saved-in-order.ts'
import { RankList } from './RankList.tsx'
import classes from './RankRotations.module.css'

/** A facility or preceptor ranks the students who chose one of its options, before the school matches them. */
export function RankStudentsScreen(): ReactNode {
  const query = useQuery({ ...wishlists.toRank.queryOptions(), staleTime: 0 })
  return (
    <Page
      title="Rank students"
      description="Students of partner schools who ranked you. Rank the ones you prefer; the school then matches both rankings."
      query={query}
      failedTitle="The students couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={2} />}
      empty={{
        icon: IconUsersGroup,
        title: 'No students to rank',
        description:
          'A partner school can ask you to rank its students once they have chosen. You get a notification.',
      }}
    >
      {(options) => options.map((option) => <Ranking key={option.id} option={option} />)}
    </Page>
  )
}

function Ranking({ option }: { option: OptionToRank }): ReactNode {
  const { id, students, seats } = option
  const [keys, setKeys] = useState(() => rankedOf(students))
  const save = useRankStudents(id)
  const left = students.filter(({ key }) => !keys.includes(key))
  const [list] = useState(() =>
    savedInOrder(keys, setKeys, (next, seen) => save.mutateAsync({ id, keys: next, seen })),
  )
  // Ranked by a colleague.
  useEffect(() => list.adopt(rankedOf(students)), [list, students])
  const change = (next: readonly string[]) => void list.save([...next])
  return (
    <PageSection
      title={`${option.name}${option.location ? `, ${option.location}` : ''}`}
      description={`${option.school} · ${option.wishlist} · ${formatRange(option.first_date, option.last_date)} · ${seats} ${seats === 1 ? 'seat' : 'seats'}`}
      actions={
        <output className={classes.status}>
          {save.isPending ? 'Saving…' : save.isSuccess ? 'All changes saved' : ''}
        </output>
      }
    >
      <p className={classes.none}>
        {keys.length === 0
          ? 'You haven’t ranked anyone, so lots decide. Once you rank someone, only those you rank can get a seat here.'
          : left.length > 0
            ? `Best first. The ${left.length} you have not ranked cannot get a seat here.`
            : 'Best first. Drag a student, or focus the handle and press the arrow keys.'}
      </p>
      {keys.length > 0 && (
        <RankList
          items={keys.flatMap((key) => {
            const one = students.find((student) => student.key === key)
            return one ? [{ id: key, name: nameOf(one), detail: <Facts student={one} /> }] : []
          })}
          isReadOnly={false}
          onMove={(from, to) => change(moved(keys, from, to))}
          onRemove={(at) => change(keys.filter((_, index) => index !== at))}
        />
      )}
      {left.length > 1 && (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => change([...keys, ...left.map(({ key }) => key)])}
          >
            {`Rank all ${left.length}`}
          </Button>
        </div>
      )}
      {left.length > 0 && (
        <ul className={classes.options}>
          {left.map((one) => (
            <li key={one.key} className={classes.option}>
              <div className={classes.words}>
                <strong>{nameOf(one)}</strong>
                <Facts student={one} />
              </div>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                aria-label={`Rank ${nameOf(one)} for ${option.name}`}
                onClick={() => change([...keys, one.key])}
              >
                Rank
              </Button>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

const rankedOf = (students: readonly Applicant[]) =>
  students.filter((one) => one.is_ranked).map(({ key }) => key)
const nameOf = ({ number }: Applicant): string => `Student ${number}`

function Facts({ student }: { student: Applicant }): ReactNode {
  const { level, year, project } = student
  const words = [level && levelLabels[level as ProgramLevel], year && studentLevelLabels[year]].filter(
    Boolean,
  )
  return (
    <span className={classes.details}>
      {words.length > 0 && <span>{words.join(', ')}</span>}
      {project && <span>{project}</span>}
    </span>
  )
}
