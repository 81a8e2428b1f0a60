import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import classes from './AboutScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** Why the product exists, how it is made, and how it keeps people apart who must be kept apart. */
export function AboutScreen(): ReactNode {
  return (
    <SitePage
      title="A placement is a promise between four people"
      description="Why Placewell exists, what it believes, and how it keeps schools, hospitals and students apart where they must be kept apart."
      lead="A student who needs the hours. An instructor who answers for the group. A school that planned the term. A unit that has to be ready at seven. Placewell is where the four of them see the same promise."
      width="narrow"
    >
      <div className={classes.text}>
        <h2 id="why">Why it exists</h2>
        <p>
          Most placements repeat last year’s, and most of the work is copying them: dates moved by hand,
          people looked up in three systems, a change that reaches the coordinator and never the unit. When it
          goes wrong, ten students stand before a door where nobody expects them.
        </p>
        <p>
          None of that needs a cleverer person in the middle. It needs one place in which terms, people and
          permissions are right, and in which everybody sees their own side at the same time.
        </p>

        <h2 id="beliefs">What it believes</h2>
        <dl>
          <dt>Dates are sacred</dt>
          <dd>
            A weekday, a holiday, a night shift across midnight and a time zone are not details. A copy that
            loses them is not a copy.
          </dd>
          <dt>Never ask twice</dt>
          <dd>
            What somebody has typed once stays: in the form when sending fails, in the record when a term is
            copied.
          </dd>
          <dt>A refusal carries its reason</dt>
          <dd>And the next step. A person who is declined or sent back reads why.</dd>
          <dt>The machine drafts, a person commits</dt>
          <dd>Previews before anything is sent or moved, and a way back afterwards.</dd>
          <dt>Students never pay</dt>
          <dd>They already do the work.</dd>
        </dl>

        <h2 id="privacy">How it keeps things apart</h2>
        <p>
          Which rows a person may see is decided by PostgreSQL itself, in policies on every table. The
          application signs in to the database as a role that owns nothing. For each request the database
          looks up who is asking in its own table of sessions, and neither the browser nor the application can
          tell it otherwise.
        </p>
        <p>
          Passwords are hashed in the browser and again on the server. Sessions are random, kept in a cookie
          that scripts cannot read, and stored as a fingerprint only. Changes to people, terms and permissions
          leave a line that nobody can edit, and a line made on somebody’s behalf carries both names.
        </p>
        <p>
          Placewell is not made for patient data and asks for none. Please keep it out of messages and notes.
        </p>

        <h2 id="sources">Where the lists come from</h2>
        <p>
          Hospitals come from the Centers for Medicare &amp; Medicaid Services, schools from the National
          Center for Education Statistics (IPEDS) and the public directory of CCNE; both are open to
          everybody. Where a ZIP code lies comes from <a href="https://www.geonames.org">GeoNames</a>, under
          the licence <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
        </p>

        <h2 id="accessibility">For every pair of hands</h2>
        <p>
          Pages are built to the Web Content Accessibility Guidelines 2.2, level AA: usable by keyboard and
          screen reader, readable in light and dark, whole on a phone of 320 pixels, quiet for those who ask
          for less motion. An automatic checker goes through them in every test run. If something stands in
          your way all the same, <Link href="/contact">tell us</Link>; it counts as a fault.
        </p>

        <h2 id="what-it-is-not">What it is not</h2>
        <p>
          It is not a learning management system, not a hospital’s rostering system, and not finished.{' '}
          <Link href="/#standing">What is in it today and what is not</Link> stands on the first page, in
          plain words.
        </p>
        <div className={classes.doors}>
          <LinkButton href="/demo" size="md">
            See the demo
          </LinkButton>
          <LinkButton href="/contact" size="md" variant="default">
            Write to us
          </LinkButton>
        </div>
      </div>
    </SitePage>
  )
}
