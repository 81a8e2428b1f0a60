import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import classes from './AboutScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** Answers what the IT and compliance offices of a school ask before a trial, in their order. */
export function SecurityScreen(): ReactNode {
  return (
    <SitePage
      title="Security and privacy"
      description="Answers for a school’s IT and compliance offices: what Placewell stores, who sees it, FERPA, encryption, passwords, logs, retention, and what it does not have yet."
      lead="For your IT and compliance offices: what is stored, who can see it, and what is not there yet."
      width="narrow"
    >
      <div className={classes.text}>
        <h2 id="data">What is stored</h2>
        <p>
          Names, email addresses, roles, cohorts, shifts, attendance, hours, evaluations, and the credentials
          a placement requires, such as immunization records. There are no grades from your learning
          management system, no Social Security numbers, no payment cards, and no patient data: free-text
          fields warn when a text looks like it names a patient.
        </p>
        <h2 id="ferpa">FERPA</h2>
        <p>
          The school decides; Placewell follows. A facility sees a number instead of a student’s name until
          the student has signed a release for that facility, and the release can be revoked. Each time a
          roster shows someone at a facility a student’s name, it is recorded, and the student can read and
          download that list. For a capstone project, the preceptor and the facility see the name without a
          release: the preceptor once asked, the facility once a preceptor has accepted. Students can stay out
          of the directory that classmates see.
        </p>
        <h2 id="access">Who can see what</h2>
        <p>
          PostgreSQL checks every row with a policy for the person who is signed in. The application’s
          database login owns no table and cannot choose whom it acts for. Schools share no rows; a facility
          sees the requests made to its own units. The <Link href="/#who-sees">table on the home page</Link>{' '}
          is checked against these policies in every test run.
        </p>
        <h2 id="sign-in">Sign-in</h2>
        <dl>
          <dt>Passwords</dt>
          <dd>
            At least 15 characters unless the operator sets another minimum, checked against well-known
            passwords without sending yours, hashed in the browser and again on the server with a secret kept
            outside the database.
          </dd>
          <dt>Two-step verification</dt>
          <dd>
            Everyone can require a code from an authenticator app after the password. The key is encrypted,
            each code works once, and ten recovery codes help if the phone is lost.
          </dd>
          <dt>Sessions</dt>
          <dd>
            Random, in a cookie that scripts cannot read, stored only as a hash. Everyone can see where they
            are signed in and end a session.
          </dd>
          <dt>Attempts</dt>
          <dd>Limited by account and by address, and the limits survive a restart.</dd>
          <dt>Not there yet</dt>
          <dd>Single sign-on (SAML or OpenID Connect).</dd>
        </dl>
        <h2 id="files">Files</h2>
        <p>
          Uploaded files are inspected, encrypted with AES-256-GCM, and kept on the server’s disk or in an S3
          bucket that your operator chooses. Keys can be rotated without downtime. Each time a file is opened,
          it is recorded.
        </p>
        <h2 id="record">The record</h2>
        <p>
          Every change to people, shifts, hours, agreements, and permissions is recorded with the person, the
          time, and the reason. The record is sealed into chains of digests: a missing or altered entry can be
          found. When an administrator acts as someone else, both names are recorded.
        </p>
        <h2 id="others">Other companies</h2>
        <p>
          Pages load nothing from other companies: no analytics, no advertising, no fonts or maps. The one
          exception is the card form of Stripe on the pricing page, where card payments are turned on. Email
          goes through the mail server of the operator. The software can run in your own data center with your
          own PostgreSQL.
        </p>
        <h2 id="retention">How long data is kept</h2>
        <p>
          Expired links to verify or reset are deleted after a week, those of invitations after 180 days,
          copies of sent email after 90 days, and ended sessions after a day. Academic records and the record
          of changes stay until the school asks for their removal, as its own retention schedule requires.
        </p>
        <h2 id="report">Report a problem</h2>
        <p>
          <Link href="/contact">Write to us</Link> if you find a weakness. Please do not test on the accounts
          of other people. Read also the <Link href="/privacy">privacy policy</Link> and the{' '}
          <Link href="/accessibility">accessibility statement</Link>.
        </p>
        <div className={classes.buttons}>
          <LinkButton href="/demo" size="md">
            See the demo
          </LinkButton>
          <LinkButton href="/contact" size="md" variant="default">
            Ask a question
          </LinkButton>
        </div>
      </div>
    </SitePage>
  )
}
