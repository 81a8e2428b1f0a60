import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import classes from './AboutScreen.module.css'
import { SitePage } from './SitePage.tsx'

/** What works for people with disabilities, how it is tested, known problems, and how to report one. */
export function AccessibilityScreen(): ReactNode {
  return (
    <SitePage
      title="Accessibility statement"
      description="Placewell aims for the Web Content Accessibility Guidelines 2.2, level AA: what works, how it is checked, what falls short, and how to report a barrier."
      lead="Everyone who studies, teaches, or works in a clinical placement should be able to use Placewell."
      width="narrow"
    >
      <div className={classes.text}>
        <h2 id="standard">The standard</h2>
        <p>
          Pages are built to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. This statement is
          our own assessment; no outside audit has been made.
        </p>
        <h2 id="works">What works</h2>
        <dl>
          <dt>Keyboard</dt>
          <dd>
            Pages are built to be used with a keyboard alone: focus is visible, and what can be dragged can
            also be moved through a menu or a form. We have not gone through every action of every page this
            way; if you find one that needs a mouse, tell us. Press ? to see the shortcuts.
          </dd>
          <dt>Screen readers</dt>
          <dd>Headings, landmarks, labels, and live messages say what is on the screen and what changed.</dd>
          <dt>Sight</dt>
          <dd>
            Contrast of at least 4.5 to 1 for text, light and dark, no meaning by color alone, and pages that
            work at a width of 320 pixels. Each chart and map has its table or list.
          </dd>
          <dt>Motion and time</dt>
          <dd>
            Less motion where your device asks for it. What you typed stays when a request fails or your
            session ends.
          </dd>
        </dl>
        <h2 id="checked">How it is checked</h2>
        <p>
          An automatic checker (axe) reads the pages for each role in every test run, and tasks such as
          signing in, planning and moving a shift, and answering a request are also run by keyboard. Automatic
          checks find only part of the barriers.
        </p>
        <h2 id="known">Known limits</h2>
        <ul>
          <li>
            Documents that people upload are shown as they are; a scan may have no text for screen readers.
          </li>
          <li>
            On the map, sites are easier to reach through the list beside it, which has the same content.
          </li>
          <li>No tests with people who use assistive technology every day have been done yet.</li>
        </ul>
        <h2 id="barrier">Found a barrier?</h2>
        <p>
          <Link href="/contact">Tell us</Link> what you wanted to do, on which page, and with which browser or
          assistive technology. If you need something from a page right now, say so, and we send it another
          way.
        </p>
      </div>
    </SitePage>
  )
}
