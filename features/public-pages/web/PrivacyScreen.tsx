import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import classes from './AboutScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** Which personal data is kept, why, who sees it, for how long, and which requests people can make. */
export function PrivacyScreen(): ReactNode {
  return (
    <SitePage
      title="Privacy policy"
      description="What personal data Placewell keeps, why, who sees it, how long it is kept, and what students and staff can ask for."
      lead="Placewell handles education records on behalf of schools. The school decides about them; we follow its instructions."
      width="narrow"
    >
      <div className={classes.text}>
        <h2 id="what">What we keep</h2>
        <dl>
          <dt>Everyone</dt>
          <dd>Name, email address, role, phone number if you add one, and the messages sent to you.</dd>
          <dt>Students</dt>
          <dd>
            Cohort, shifts, attendance, hours, evaluations, credentials with their files, releases of
            information, and an emergency contact if you add one.
          </dd>
          <dt>Instructors and preceptors</dt>
          <dd>Shifts, evaluations you write, and licenses where a role requires them.</dd>
          <dt>Technical</dt>
          <dd>
            Sign-ins with time, device, and network address, and a record of changes and of who opened which
            records.
          </dd>
        </dl>
        <h2 id="why">Why</h2>
        <p>
          To plan and run clinical placements, to show who is cleared, to credit hours, to notify people, and
          to prove what happened. We do not sell data, show advertising, or build profiles for anything else.
        </p>
        <h2 id="who">Who sees it</h2>
        <p>
          People of your own school, as far as their role needs it. A facility sees a student’s name and what
          the placement requires only with the student’s release, and each look is recorded; students find the
          list in their profile. For a capstone project, the preceptor who is asked sees the student’s name,
          and so does the facility once a preceptor has accepted. Other schools see nothing about you.
          Operators of the service see data only when they support you, under their own name, and that is
          recorded too.
        </p>
        <h2 id="companies">Other companies</h2>
        <p>
          Our mail server delivers email, and where the operator chose it, an S3 service keeps encrypted
          files. The pricing page loads the card form of Stripe where card payments are turned on; no other
          page loads anything from anyone else.
        </p>
        <h2 id="cookies">Cookies</h2>
        <p>
          One cookie keeps you signed in, and one recognizes a device you used before. There are no cookies
          for analytics or advertising.
        </p>
        <h2 id="how-long">How long</h2>
        <p>
          Copies of sent email are deleted after 90 days, known devices after 180 days without use, expired
          links to verify or reset after a week, those of invitations after 180 days. Education records are
          kept as long as the school’s retention schedule requires.
        </p>
        <h2 id="rights">What you can ask for</h2>
        <p>
          Students can read their records, download the list of who has seen them, revoke a release, and stay
          out of the directory. To correct or remove a record, ask your school; it decides under FERPA.
          Everyone can correct their own profile.
        </p>
        <h2 id="security">Security</h2>
        <p>
          <Link href="/security-and-privacy">Security and privacy</Link> describes encryption, sign-in, and
          the record of changes. If data of yours is exposed, we tell your school without delay and say what
          happened.
        </p>
        <h2 id="contact">Contact</h2>
        <p>
          <Link href="/contact">Write to us</Link> with any question about your data. When this policy
          changes, the people who administer a school or facility are notified first.
        </p>
      </div>
    </SitePage>
  )
}
