import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { AccessTable, ApprovalQueue, CopyPreview, ImportPreview, TermDrawing } from './drawings.tsx'
import classes from './LandingScreen.module.css'

/** The first page: what the product does, for whom, and why somebody who places students should try it. */
export function LandingScreen(): ReactNode {
  return (
    <>
      <title>Placewell · Clinical placements for nursing education</title>
      <meta
        name="description"
        content="Placewell is where nursing schools, hospitals and students keep clinical placements together: terms that copy with their weekdays intact, people let in by those who know them, and a trail behind every change."
      />
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1>Every student, well placed.</h1>
          <p className={classes.lead}>
            Placewell keeps clinical placements for nursing schools, the hospitals that host them and the
            students in between: one set of terms, people and permissions, and everybody sees their own side
            of it.
          </p>
          <div className={classes.doors}>
            <LinkButton href="/demo" size="lg">
              See the demo
            </LinkButton>
            <LinkButton href="/signup" size="lg" variant="default">
              Create an account
            </LinkButton>
          </div>
          <p className={classes.promise}>Students never pay. No patient data, ever.</p>
        </div>
        <div className={classes.stage}>
          <CopyPreview />
        </div>
      </section>

      <section className={classes.section} data-ground="canvas" aria-labelledby="for-whom">
        <div className={classes.inner}>
          <h2 id="for-whom">Made for the people who place students</h2>
          <ul className={classes.people}>
            {audiences.map(({ who, trouble, answer, more }) => (
              <li key={who}>
                <h3>{who}</h3>
                <p className={classes.trouble}>{trouble}</p>
                <p>{answer}</p>
                <Link href={more.href}>{more.label}</Link>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className={classes.section} aria-labelledby="how">
        <div className={classes.inner}>
          <h2 id="how">A term stands in three steps</h2>
          <ol className={classes.steps}>
            <li>
              <div className={classes.step}>
                <h3>Draw the term</h3>
                <p>
                  First and last day, holidays, breaks. Federal holidays are known already; yours you add. Two
                  active terms of one type cannot overlap, and the form says so before you save.
                </p>
              </div>
              <TermDrawing />
            </li>
            <li>
              <div className={classes.step}>
                <h3>Bring your people in</h3>
                <p>
                  Drop in the list you have. Every row gets its verdict first; only the good ones are sent.
                  Each invitation shows whether it was opened, accepted or has run out, and sending it again
                  kills the old link.
                </p>
              </div>
              <ImportPreview />
            </li>
            <li>
              <div className={classes.step}>
                <h3>Decide from one queue</h3>
                <p>
                  Whoever signs up by themselves waits until somebody who knows them approves, declines or
                  sends the request back. A no always carries its reason.
                </p>
              </div>
              <ApprovalQueue />
            </li>
          </ol>
        </div>
      </section>

      <section className={classes.section} data-ground="canvas" aria-labelledby="who-sees">
        <div className={classes.split}>
          <div>
            <h2 id="who-sees">Who may see what is not a setting</h2>
            <p className={classes.body}>
              The walls between schools, sites and people stand in the database itself. It looks up who is
              asking from its own records, so neither a mistake in a page nor a crafted request can borrow
              somebody else’s eyes.
            </p>
            <p className={classes.body}>
              <Link href="/about#privacy">How Placewell keeps things apart</Link>
            </p>
          </div>
          <AccessTable />
        </div>
      </section>

      <section className={classes.band} aria-labelledby="trust">
        <div className={classes.inner}>
          <h2 id="trust">Proof by default</h2>
          <ul className={classes.facts}>
            {facts.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className={classes.section} aria-labelledby="standing">
        <div className={classes.inner}>
          <h2 id="standing">Where Placewell stands</h2>
          <p className={classes.body}>
            Placewell is built from the ground up: terms, people and permissions first, because everything
            else stands on them. This is what you can use today, and what it is being built for.
          </p>
          <div className={classes.standing}>
            <div>
              <h3>In the product today</h3>
              <ul>
                {today.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
            <div data-later>
              <h3>What it is being built for, not in it yet</h3>
              <ul>
                {later.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          </div>
        </div>
      </section>

      <section className={classes.close} aria-labelledby="try">
        <h2 id="try">Look at it with your own questions</h2>
        <p>The demo is a whole school with its hospital. Be the coordinator, then be the student.</p>
        <div className={classes.doors}>
          <LinkButton href="/demo" size="lg">
            See the demo
          </LinkButton>
          <LinkButton href="/contact" size="lg" variant="default">
            Ask us
          </LinkButton>
        </div>
      </section>
    </>
  )
}

const audiences = [
  {
    who: 'School coordinators and deans',
    trouble: 'Last year’s spreadsheet, copied by hand, with last year’s dates still in it.',
    answer:
      'Copy a whole term: weekdays kept, holidays and breaks marked, nothing final until you say so, undo for a day.',
    more: { label: 'Questions of schools', href: '/faq/school-admins' },
  },
  {
    who: 'Hospital education coordinators',
    trouble: 'A group in the hallway that nobody on the unit had heard of.',
    answer:
      'Your own team and your own approvals, beside the schools you host: they do not see your people, and you do not see theirs.',
    more: { label: 'What it costs a site: nothing', href: '/pricing' },
  },
  {
    who: 'Students',
    trouble: 'Site, day or instructor known at the last minute, and fees on top.',
    answer:
      'One account for the whole program, the term’s real dates, and a message the moment something concerns you. Free.',
    more: { label: 'Questions of students', href: '/faq/students' },
  },
  {
    who: 'Clinical instructors and preceptors',
    trouble: 'Six systems, six passwords, and a link that died in a week.',
    answer:
      'One sign-in for school and hospital, by invitation; a link that has run out is sent again in one click.',
    more: { label: 'Questions of instructors', href: '/faq/instructors' },
  },
]

const facts = [
  {
    title: 'Every change leaves a line',
    text: 'Who, when, what it was before and, where one was given, why. The trail can be added to and never edited.',
  },
  {
    title: 'Help is never silent',
    text: 'Support looks through your eyes only with a reason, under a banner, for 30 minutes, and read-only unless it says otherwise.',
  },
  {
    title: 'Passwords stay yours',
    text: 'They are hashed in your browser and once more on the server. What is stored opens nothing.',
  },
  {
    title: 'For every pair of hands',
    text: 'Keyboard, screen reader, phone, dark or light: pages are built to WCAG 2.2 AA, and a checker goes through them in every test run.',
  },
]

const today = [
  'Accounts for students, instructors, schools and hospitals, verified by e-mail',
  'Invitations one by one or from a file, and approval of those who ask',
  'Semesters with holidays and breaks, copied, checked and undone',
  'Preceptor access, person by person and facility by facility',
  'Notifications in the product, live, and by e-mail where you want them',
  'Roles, views for support, and the trail behind every change',
]

const later = [
  'Shifts requested, approved and picked by clear rules',
  'Hours counted once, trusted by student and registrar',
  'Health requirements checked against the whole placement',
  'Evaluations answered on a phone in minutes',
  'Wishlists and matching that explain their result',
  'Capstones with their preceptor, goals and hours',
]
