import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import text from './AboutScreen.module.css'
import classes from './ComparisonScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** A task, how it is done with email and spreadsheets, and how in Placewell. */
const rows: readonly [task: string, before: string, here: string][] = [
  [
    'Plan next fall from last fall',
    'Copy the spreadsheet and move every date by hand',
    'Copy the semester: weekdays, holidays, and cohorts follow. Review, then keep it or undo it',
  ],
  [
    'Request a rotation from a hospital',
    'One email per unit, then follow up',
    'Send the whole series at once. The hospital approves, counters, or declines it in its own queue, or from the email',
  ],
  [
    'See whether a unit is free',
    'Call and ask',
    'Open seats by unit and week, as far as the hospital shares them',
  ],
  [
    'Avoid double bookings',
    'Someone notices, or no one does until the day',
    'Capacity, exclusive units, holidays, and overlapping shifts are checked on every change',
  ],
  [
    'Fill seats fairly',
    'A sign-up sheet at 8 AM',
    'First come, first served, or a fair round for the students who still need the most hours. Waitlists move on their own',
  ],
  [
    'A student drops out the night before',
    'Phone calls',
    'The next student on the waitlist gets an offer with a deadline, and the instructor is notified',
  ],
  [
    'Know who is cleared',
    'A folder of scans and a column of dates',
    'Each shift shows who is cleared and what is missing. Reminders go out before something expires',
  ],
  [
    'Give the unit its roster',
    'Email a list that is out of date by Monday',
    'The unit opens the current roster or prints it. Names appear only with the student’s release, and every look is logged',
  ],
  [
    'Credit hours',
    'Paper sheets, typed in after finals',
    'Attendance on a phone, one shift report, and hours that are posted once and never overwritten',
  ],
  [
    'Answer “who changed this?”',
    'Search the inbox',
    'A record of every change with who, when, and why, which no one can edit',
  ],
]

/** How the work is done with email and spreadsheets, and how in Placewell; also says when a spreadsheet is enough. */
export function ComparisonScreen(): ReactNode {
  return (
    <SitePage
      title="Placewell or email and spreadsheets?"
      description="How clinical placement work is done by email and spreadsheets, how the same work is done in Placewell, and when a spreadsheet is enough."
      lead="Most programs place students with a spreadsheet, a shared calendar, and a lot of email. Here is the same work, side by side."
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Comparison by task">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Email and spreadsheets</th>
              <th scope="col">Placewell</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([task, before, here]) => (
              <tr key={task}>
                <th scope="row">{task}</th>
                <td data-label="Email and spreadsheets">{before}</td>
                <td data-label="Placewell">{here}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={text.text}>
        <h2 id="enough">When a spreadsheet is enough</h2>
        <p>
          One cohort, one hospital, and one person who does it all: a spreadsheet works. Placewell pays off
          when more than one person plans, when several schools share a unit, or when someone asks you to
          prove what happened.
        </p>
        <h2 id="move">Moving over</h2>
        <p>
          You keep your lists. Students and their cohorts come in from a CSV or Excel file or from Canvas,
          earlier hours and credentials from a CSV or Excel file. Every row is checked before anything is
          saved. Lists export as CSV or Excel, so you can also leave.
        </p>
        <p>
          The home page lists <Link href="/#standing">what you can use today and what is in development</Link>
          .
        </p>
        <div className={text.buttons}>
          <LinkButton href="/demo" size="md">
            See the demo
          </LinkButton>
          <LinkButton href="/signup/school" size="md" variant="default">
            Start with your school
          </LinkButton>
        </div>
      </div>
    </SitePage>
  )
}
