import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { later, today } from './claims.ts'
import { AccessTable, ApprovalQueue, CopyPreview, ImportPreview, TermDrawing } from './drawings.tsx'
import classes from './LandingScreen.module.css'

/** The landing page: what the product does, for whom, and why people who place students should try it. */
export function LandingScreen(): ReactNode {
  return (
    <>
      <title>Placewell · Clinical placements for nursing education</title>
      <meta
        name="description"
        content="Nursing schools, hospitals, instructors and students arrange clinical placements together in Placewell: shifts requested and approved in one place, semesters copied in minutes, and a record behind every change."
      />
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1>Every student, well placed.</h1>
          <p className={classes.lead}>
            Nursing schools, the hospitals that host their students, instructors and students arrange clinical
            placements together: shifts, seats, people and agreements in one place, and each sees their own
            part of it.
          </p>
          <div className={classes.buttons}>
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
          <h2 id="how">A semester in three steps</h2>
          <ol className={classes.steps}>
            <li>
              <div className={classes.step}>
                <h3>Set up the semester</h3>
                <p>
                  First and last day, holidays, breaks. Federal holidays are already there; add your own. Or
                  copy last year’s with its shifts, and keep the weekdays.
                </p>
              </div>
              <TermDrawing />
            </li>
            <li>
              <div className={classes.step}>
                <h3>Bring in your people</h3>
                <p>
                  Upload the list you have. Every row is checked first, and only the good ones are sent. Each
                  invitation shows whether it was opened, accepted or has expired.
                </p>
              </div>
              <ImportPreview />
            </li>
            <li>
              <div className={classes.step}>
                <h3>Decide in one queue</h3>
                <p>
                  People who sign up wait until someone at your school approves, declines or sends the request
                  back. Declining always comes with a reason.
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
            <h2 id="who-sees">Privacy is enforced in the database</h2>
            <p className={classes.body}>
              The database decides who sees which row, for every request, from its own record of who is signed
              in. A mistake on a page or a crafted request cannot show you another school’s data.
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
          <h2 id="standing">What works today</h2>
          <p className={classes.body}>This is what you can use today, and what we are building.</p>
          <div className={classes.standing}>
            <div>
              <h3>Available today</h3>
              <ul>
                {today.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
            <div data-later>
              <h3>In development</h3>
              <ul>
                {later.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          </div>
        </div>
      </section>

      <section className={classes.close} aria-labelledby="try">
        <h2 id="try">Try it yourself</h2>
        <p>The demo has a school and its hospital. Be the coordinator, then the student.</p>
        <div className={classes.buttons}>
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
      'Copy a whole semester with its weekdays, ask hospitals for shifts where they can answer, and see which seats are still open.',
    more: { label: 'Questions from schools', href: '/faq/school-admins' },
  },
  {
    who: 'Hospital education coordinators',
    trouble: 'A group in the hallway that no one on the unit had heard of.',
    answer:
      'Every school on every unit, on one week board. Approve a request, propose another time, or offer open seats. You see who is coming; no school sees another.',
    more: { label: 'What it costs a site: nothing', href: '/pricing' },
  },
  {
    who: 'Students',
    trouble: 'Site, day or instructor known at the last minute, and fees on top.',
    answer:
      'Open shifts in one list, a seat or a waitlist position in one tap, swaps with classmates, and a message when something changes. Free.',
    more: { label: 'Questions from students', href: '/faq/students' },
  },
  {
    who: 'Clinical instructors and preceptors',
    trouble: 'Six systems, six passwords, and a link that expired in a week.',
    answer:
      'One sign-in, your schedule in your phone’s calendar, and a roster with the students on each shift.',
    more: { label: 'Questions from instructors', href: '/faq/instructors' },
  },
]

const facts = [
  {
    title: 'Every change is recorded',
    text: 'Who, when, the value before and after and, where one was given, why. The record can be added to and never edited.',
  },
  {
    title: 'Support leaves a trail',
    text: 'Support can act as you only with a reason, under a banner, for 30 minutes, and read-only unless chosen otherwise.',
  },
  {
    title: 'Passwords stay yours',
    text: 'They are hashed in your browser and again on the server. What is stored cannot be used to sign in.',
  },
  {
    title: 'Accessible',
    text: 'Keyboard, screen reader, phone, light or dark: pages are built to WCAG 2.2 AA, and an automatic checker reads them in every test run.',
  },
]
