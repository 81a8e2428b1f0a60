import { Button } from '@mantine/core'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { diffDays, formatRange, todayIn } from '#core/plain-date.ts'
import { Link } from '#ui/Link.tsx'
import { TargetBar } from '#ui/TargetBar.tsx'
import type { Semester, SemesterFill } from '../contract.ts'
import { changeBlocker, semesterTypeLabels } from '../rules.ts'
import { LifecycleBadge } from './LifecycleBadge.tsx'
import classes from './SemesterCard.module.css'
import { TermStrip } from './TermStrip.tsx'

type SemesterCardProps = {
  semester: Semester
  /** Undefined until loaded, and for a semester without published shifts. */
  fill: SemesterFill | undefined
  detailsHref: string
  /** The menu of actions. */
  menu: ReactNode
  onEdit: (semester: Semester) => void
  onCopy: (semester: Semester) => void
  onActivate: (semester: Semester) => void
}

/** A semester in a school's list: its stage, its term as a line, its counts, and its actions. */
export function SemesterCard({
  semester,
  fill,
  detailsHref,
  menu,
  onEdit,
  onCopy,
  onActivate,
}: SemesterCardProps): ReactNode {
  const { name, start_date: start, end_date: end, lifecycle, shift_count: shifts } = semester
  const today = todayIn(semester.time_zone)
  const left = standingOf(semester, today)
  return (
    <article className={classes.card} data-current={lifecycle === 'current' || undefined} aria-label={name}>
      <div className={classes.head}>
        <div className={classes.title}>
          <h2 className={classes.name}>
            <Link href={detailsHref}>{name}</Link>
          </h2>
          <LifecycleBadge lifecycle={lifecycle} />
        </div>
        <div className={classes.actions}>
          <div className={classes.buttons}>
            {lifecycle === 'draft' && (
              <Button
                variant="default"
                size="xs"
                onClick={() => onActivate(semester)}
                aria-label={`Activate ${name}`}
              >
                Activate
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} aria-hidden />}
              disabled={changeBlocker(semester) !== null}
              onClick={() => onEdit(semester)}
              aria-label={`Edit ${name}`}
            >
              Edit
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => onCopy(semester)}
              aria-label={`Copy ${name}`}
            >
              Copy
            </Button>
          </div>
          {menu}
        </div>
      </div>
      <p className={classes.facts}>
        <span className={classes.dates}>{formatRange(start, end)}</span>
        <span>{semesterTypeLabels[semester.semester_type]}</span>
        <span>{semester.academic_year}</span>
        <span>
          {shifts === 0
            ? lifecycle === 'closed' || lifecycle === 'archived'
              ? 'No shifts'
              : 'No shifts yet'
            : howMany(shifts, 'shift')}
        </span>
        {left && <span>{left}</span>}
      </p>
      {fill && <Fill fill={fill} />}
      <TermStrip semester={semester} today={today} />
    </article>
  )
}

/** How many seats are taken and how many hours are done, each in words above a bar. */
function Fill({ fill: { seats, seats_taken, hours, hours_done } }: { fill: SemesterFill }): ReactNode {
  const number = (value: number) => formatNumber(value, 1)
  return (
    <div className={classes.fill}>
      <TargetBar done={seats_taken} projected={seats_taken} target={seats}>
        {`${number(seats_taken)} of ${number(seats)} seats filled`}
      </TargetBar>
      {hours > 0 && (
        <TargetBar done={hours_done} projected={hours_done} target={hours}>
          {`${number(hours_done)} of ${number(hours)} student hours done`}
        </TargetBar>
      )}
    </div>
  )
}

/** How far away the semester is, or how far along: "Week 13 of 16". */
function standingOf({ start_date: start, end_date: end, lifecycle }: Semester, today: string): string | null {
  if (lifecycle === 'current')
    return `Week ${Math.floor(diffDays(start, today) / 7) + 1} of ${Math.ceil((diffDays(start, end) + 1) / 7)}`
  if (lifecycle !== 'upcoming') return null
  const days = diffDays(today, start)
  return days === 1 ? 'Begins tomorrow' : `Begins in ${days} days`
}
