import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import classes from './AboutScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** Why the product exists, how it is made, and how it keeps schools' data separate. */
export function AboutScreen(): ReactNode {
  return (
    <SitePage
      title="A placement is a promise between four people"
      description="Why Placewell exists, what we believe, and how it keeps the data of schools, hospitals and students separate."
      lead="A student who needs the hours. An instructor responsible for the group. A school that planned the semester. A unit that has to be ready at seven. In Placewell, all four see the same plan."
      width="narrow"
    >
      <div className={classes.text}>
        <h2 id="why">Why it exists</h2>
        <p>
          Most placements repeat last year’s, and most of the work is copying them: dates moved by hand,
          people looked up in three systems, a change that reaches the coordinator and never the unit. When it
          goes wrong, ten students arrive at a unit that did not expect them.
        </p>
        <p>
          None of that needs a smarter person in the middle. It needs one place where semesters, shifts,
          people and agreements are right, and where everyone sees their own part at the same time.
        </p>

        <h2 id="beliefs">What we believe</h2>
        <dl>
          <dt>Dates matter</dt>
          <dd>
            Weekdays, holidays, night shifts and time zones are not details. A copy that loses them is not a
            copy.
          </dd>
          <dt>Never ask twice</dt>
          <dd>
            What you typed stays: in the form when saving fails, and in the shifts when a semester is copied.
          </dd>
          <dt>A refusal has a reason</dt>
          <dd>And a next step. Anyone who is declined reads why.</dd>
          <dt>Software drafts, people decide</dt>
          <dd>A preview before anything is sent or moved, and undo afterward.</dd>
          <dt>Students never pay</dt>
          <dd>They already do the work.</dd>
        </dl>

        <h2 id="privacy">How your data is protected</h2>
        <p>
          PostgreSQL itself decides which rows a person can see, with policies on every table. The application
          signs in to the database as a role that owns nothing. For each request, the database looks up who is
          asking in its own table of sessions; neither the browser nor the application can claim to be someone
          else.
        </p>
        <p>
          Passwords are hashed in the browser and again on the server. Sessions are random, kept in a cookie
          that scripts cannot read, and stored only as a hash. Every change to people, semesters, shifts and
          permissions is recorded, and no one can edit the record. When someone acts for another person, the
          record shows both names.
        </p>
        <p>Placewell asks for no patient data. Please keep it out of messages and notes.</p>

        <h2 id="sources">Where the lists come from</h2>
        <p>
          Hospitals come from the Centers for Medicare &amp; Medicaid Services, schools from the National
          Center for Education Statistics (IPEDS) and the public directory of CCNE; both are public. The
          location of ZIP codes comes from <a href="https://www.geonames.org">GeoNames</a>, under the license{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
        </p>

        <h2 id="accessibility">Accessibility</h2>
        <p>
          Pages are built to the Web Content Accessibility Guidelines 2.2, level AA: they work with a keyboard
          and a screen reader, in light and dark, on a screen 320 pixels wide, and with reduced motion. An
          automatic checker reads them in every test run. If something gets in your way,{' '}
          <Link href="/contact">tell us</Link>, and we fix it.
        </p>

        <h2 id="what-it-is-not">What it is not</h2>
        <p>
          It is not a learning management system or a hospital’s staff scheduling system, and it is not
          finished. The home page lists{' '}
          <Link href="/#standing">what you can use today and what is coming</Link>.
        </p>
        <div className={classes.buttons}>
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
