import type { ReactNode } from 'react'
import { sights, viewers } from './claims.ts'
import classes from './drawings.module.css'

/* Small drawings of the product with the demo's own data. Each is one picture to a screen reader, described in its label; none is
   interactive or looks so. */

interface DrawingProps {
  label: string
  title: string
  children: ReactNode
}

function Drawing({ label, title, children }: DrawingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn in HTML, there is no file to show
    <div className={classes.drawing} role="img" aria-label={label}>
      <div className={classes.title}>{title}</div>
      {children}
    </div>
  )
}

const copies = [
  ['Tue, Aug 25', 'Tue, Jan 19', '5 East', '7 AM–3 PM', ''],
  ['Wed, Aug 26', 'Wed, Jan 20', 'Pediatrics', '3–11 PM', ''],
  ['Fri, Aug 28', 'Fri, Jan 22', 'ICU', '7 PM–7 AM', ''],
  ['Tue, Oct 20', 'Tue, Mar 16', '5 East', '7 AM–3 PM', 'Spring break'],
] as const

/** The result of copying the demo's fall semester into its spring: 64 shifts, four of which would be in the break. */
export function CopyPreview(): ReactNode {
  return (
    <Drawing
      title="Copy Fall 2026 into Spring 2027"
      label="Preview of copying a semester. Every shift keeps its weekday: Tuesday, August 25 becomes Tuesday, January 19. A shift that would fall into spring break is left out. Of 64 shifts 60 are copied as drafts, and the copy can be undone for 24 hours."
    >
      <div className={classes.modes}>
        <span>Exact dates</span>
        <span data-chosen>Keep weekdays</span>
      </div>
      <ul className={classes.copies}>
        {copies.map(([from, to, unit, hours, occasion]) => (
          <li key={from} data-out={occasion || undefined}>
            <span className={classes.from}>{from}</span>
            <i className={classes.arrow} />
            <b>{to}</b>
            <span className={classes.what}>
              {unit}, {hours}
            </span>
            {occasion ? (
              <span className={classes.flag} data-hue="yellow">
                {occasion}
              </span>
            ) : (
              <span className={classes.flag} data-hue="green">
                Draft
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.sum}>
        <b>60 of 64 shifts</b>
        <span>copied as drafts, 4 left out; undo for 24 hours</span>
      </div>
    </Drawing>
  )
}

const WEEKS = 16
const months = [
  ['Aug', 0],
  ['Sep', 2],
  ['Oct', 6],
  ['Nov', 10],
  ['Dec', 14],
] as const
/** Marks of Fall 2026, which starts on Monday, August 24: week and weekday (0 is Monday). */
const marks = new Map([
  ['2 0', 'holiday'],
  ['7 0', 'holiday'],
  ['11 2', 'holiday'],
  ['13 2', 'break'],
  ['13 3', 'holiday'],
  ['13 4', 'break'],
])

/** Fall 2026 as sixteen columns of weeks. */
export function TermDrawing(): ReactNode {
  return (
    <Drawing
      title="Fall 2026 · August 24 to December 11"
      label="Fall 2026 drawn as sixteen weeks from August 24 to December 11, with Labor Day, Columbus Day, Veterans Day and Thanksgiving marked as holidays and November 25 to 27 as a break."
    >
      <div className={classes.term}>
        {months.map(([name, week]) => (
          <span key={name} className={classes.month} style={{ gridColumn: week + 1 }}>
            {name}
          </span>
        ))}
        {Array.from({ length: WEEKS * 5 }, (_, index) => {
          const [week, day] = [Math.floor(index / 5), index % 5]
          return (
            <i
              key={index}
              style={{ gridColumn: week + 1, gridRow: day + 2 }}
              data-mark={marks.get(`${week} ${day}`)}
              data-edge={index === 0 || index === WEEKS * 5 - 1 || undefined}
            />
          )
        })}
      </div>
      <div className={classes.legend}>
        <span data-mark="edge">First and last day</span>
        <span data-mark="holiday">Holiday</span>
        <span data-mark="break">Break</span>
      </div>
    </Drawing>
  )
}

const rows = [
  ['2', 'amara.diaz@lakeshore.example', 'Ready', 'green', ''],
  ['3', 'noah.kim@lakeshore', 'Invalid', 'red', 'Not an email address.'],
  ['4', 'amara.diaz@lakeshore.example', 'Duplicate in file', 'orange', 'Same address as row 2.'],
  [
    '5',
    'jenna.student@lakeshore.example',
    'Already member',
    'gray',
    'Already has an account at this school.',
  ],
] as const

/** A list of students, each row checked before anything is sent. */
export function ImportPreview(): ReactNode {
  return (
    <Drawing
      title="students.csv · nothing has been sent yet"
      label="Preview of a list of students to invite, with the result for each row: ready, invalid address, duplicate in the file, already a member. Only the rows that are ready would be sent."
    >
      <ul className={classes.rows}>
        {rows.map(([line, email, verdict, hue, reason]) => (
          <li key={line}>
            <span className={classes.line}>{line}</span>
            <span className={classes.email}>
              {email}
              {reason && <small>{reason}</small>}
            </span>
            <span className={classes.flag} data-hue={hue}>
              {verdict}
            </span>
          </li>
        ))}
      </ul>
    </Drawing>
  )
}

/** People who need approval, and the decisions. */
export function ApprovalQueue(): ReactNode {
  return (
    <Drawing
      title="Waiting for your decision"
      label="A queue of people who signed up: Zoe Hartman, student, and Andre Wallace, proctor, each with their message and the buttons Approve, Send back and Decline."
    >
      <ul className={classes.queue}>
        {(
          [
            ['ZH', 'Zoe Hartman', 'Student', 'I transferred from the evening program this week.'],
            ['AW', 'Andre Wallace', 'Proctor', 'I teach the Tuesday medical-surgical group from August.'],
          ] as const
        ).map(([initials, name, role, words]) => (
          <li key={initials}>
            <span className={classes.initials}>{initials}</span>
            <div>
              <b>{name}</b> <span className={classes.role}>{role}</span>
              <q>{words}</q>
              <div className={classes.choices}>
                <span data-main>Approve</span>
                <span>Send back</span>
                <span>Decline</span>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Drawing>
  )
}

/** Who sees what, from claims.ts. */
export function AccessTable(): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Who sees what">
      <table className={classes.access}>
        <thead>
          <tr>
            <th scope="col">What</th>
            {viewers.map((viewer) => (
              <th key={viewer.role} scope="col">
                {viewer.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sights.map(({ what, seen }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {seen.map((sees, index) => (
                <td key={viewers[index]!.role} data-sees={sees !== 'No' || undefined}>
                  <span>{sees}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
