import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import classes from './AboutScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** The terms that everyone with an account agrees to. */
export function TermsScreen(): ReactNode {
  return (
    <SitePage
      title="Terms of use"
      description="The terms for using Placewell: accounts, acceptable use, whose data it is, payment, availability, and how to end an account."
      lead="These terms apply to everyone with an account. A written agreement between your school or hospital and the operator comes first where the two differ."
      width="narrow"
    >
      <div className={classes.text}>
        <h2 id="who">Who we are</h2>
        <p>
          “We” are the organization that operates this installation of Placewell; you reach us through the{' '}
          <Link href="/contact">contact page</Link>. “You” are the person who uses it.
        </p>
        <h2 id="account">Your account</h2>
        <p>
          An account belongs to one person. Keep your password to yourself and tell us if someone else may
          know it. Your school or facility decides whether your account is active and what you may do.
        </p>
        <h2 id="use">Acceptable use</h2>
        <ul>
          <li>Use it for clinical placements only.</li>
          <li>
            Enter no patient data: no names, record numbers, pictures, or stories that identify someone.
          </li>
          <li>
            Use student information for the placement alone, and share it with no one else (34 CFR 99.33).
          </li>
          <li>Do not try to see what is not meant for you, and do not slow the service down for others.</li>
        </ul>
        <h2 id="data">Whose data it is</h2>
        <p>
          What a school enters belongs to the school, and what a facility enters belongs to the facility. We
          use it only to provide the service. Lists can be exported as CSV or Excel at any time. The{' '}
          <Link href="/privacy">privacy policy</Link> says what happens with personal data.
        </p>
        <h2 id="agreements">Agreements between schools and facilities</h2>
        <p>
          Placewell keeps affiliation agreements and their dates. It is not a party to them, and it does not
          replace them. Schools and facilities remain responsible for supervision, for clearance decisions,
          and for the rules of their state board.
        </p>
        <h2 id="payment">Payment</h2>
        <p>
          Students and facilities use Placewell free of charge. What schools pay is on the{' '}
          <Link href="/pricing">pricing page</Link>.
        </p>
        <h2 id="availability">Availability</h2>
        <p>
          We work to keep the service available and your data safe, and we announce planned interruptions. We
          cannot promise that it is never interrupted or free of errors. Keep a printed roster for the first
          day of a rotation.
        </p>
        <h2 id="end">Ending</h2>
        <p>
          You can stop using your account at any time; your school or facility closes it. We can suspend an
          account that breaks these terms, and we say why. A school can take its data with it before it
          leaves.
        </p>
        <h2 id="changes">Changes</h2>
        <p>
          When these terms change, the people who administer a school or facility are notified before the new
          terms apply.
        </p>
      </div>
    </SitePage>
  )
}
