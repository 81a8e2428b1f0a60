import { type ReactNode, useState } from 'react'
import { SitePage, useAnswer, useSend } from '#features/public-pages/web/public.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { Demo, DemoKey, Entered } from '../contract.ts'
import classes from './DemoScreen.module.css'

/** One click to be somebody in a made-up school and its hospital; says so where this installation has no demonstration. */
export function DemoScreen(): ReactNode {
  const { answer: demo, failure: closed } = useAnswer<Demo>('/demo')
  const { send } = useSend<Entered>('/demo/sign-in')
  const [refused, setRefusal] = useState<string>()
  const [entering, setEntering] = useState<DemoKey>()
  const failure = refused ?? closed

  async function enter(key: DemoKey) {
    setEntering(key)
    const { answer, refusal } = await send({ key })
    setRefusal(refusal?.message)
    // A new document: nothing that was loaded for whoever was here before is kept.
    if (answer) window.location.assign(answer.go_to)
    else setEntering(undefined)
  }

  return (
    <SitePage
      title="Be somebody for ten minutes"
      description="Enter the Placewell demo with one click: a nursing school, its hospital and the people in between, seen from each of their sides."
      lead="Lakeshore College of Nursing, its hospital Harborview and everybody in between are made up, and yours to try. Pick a person; you are signed in as them with one click."
    >
      <div aria-live="polite">
        {failure && (
          <div className={classes.notice} data-hue="red">
            {failure}
          </div>
        )}
        {demo && !demo.is_open && (
          <div className={classes.notice} data-hue="yellow">
            <b>The demo is switched off in this installation.</b> You can still{' '}
            <Link href="/signup">create an account</Link>, or <Link href="/contact">ask us</Link> to show you
            around.
          </div>
        )}
      </div>
      {demo?.is_open !== false && (
        <>
          <ul className={classes.people}>
            {roles.map(({ key, role, place, tries }) => {
              const name = demo?.people.find((person) => person.key === key)?.full_name
              return (
                <li key={key}>
                  <h2>{role}</h2>
                  <p className={classes.place}>{place}</p>
                  <ul className={classes.tries}>
                    {tries.map((each) => (
                      <li key={each}>{each}</li>
                    ))}
                  </ul>
                  <PlainButton
                    variant={key === 'school_admin' ? 'filled' : 'default'}
                    fullWidth
                    loading={entering === key}
                    disabled={!name || (entering !== undefined && entering !== key)}
                    onClick={() => void enter(key)}
                  >
                    {name ? `Enter as ${name}` : 'Enter'}
                  </PlainButton>
                </li>
              )
            })}
          </ul>
          <p className={classes.note}>
            The demo is shared: what you change, others see. Write nothing into it that is true of anybody,
            and no patient data anywhere.
          </p>
        </>
      )}
      <div className={classes.doors}>
        <LinkButton href="/signup" size="md" variant="default">
          Create an account of your own
        </LinkButton>
      </div>
    </SitePage>
  )
}

const roles: { key: DemoKey; role: string; place: string; tries: string[] }[] = [
  {
    key: 'school_admin',
    role: 'School coordinator',
    place: 'Runs terms and people at Lakeshore College',
    tries: [
      'Decide about the two people who wait for approval',
      'Invite a student, or read the verdicts on a list of them',
      'Copy Fall 2026 into Spring 2027, keep the weekdays, undo it',
    ],
  },
  {
    key: 'school_super_admin',
    role: 'Dean',
    place: 'Super admin of Lakeshore College',
    tries: [
      'See the school as its coordinator does',
      'Invite another administrator, which the coordinator cannot',
      'Try to make two terms overlap, and read what it says',
    ],
  },
  {
    key: 'student',
    role: 'Student',
    place: 'In the program at Lakeshore College',
    tries: [
      'Open the bell and mark a message read',
      'Move the graduation date',
      'See the term as a student does',
    ],
  },
  {
    key: 'proctor',
    role: 'Clinical instructor',
    place: 'A proctor of Lakeshore College',
    tries: [
      'See the term your groups are in',
      'Choose which messages come by e-mail',
      'See where you are signed in',
    ],
  },
  {
    key: 'facility_admin',
    role: 'Hospital education coordinator',
    place: 'Administrator at Harborview',
    tries: [
      'See the people of your facility',
      'Invite a colleague',
      'Notice that no school’s people are there',
    ],
  },
  {
    key: 'preceptor',
    role: 'Preceptor',
    place: 'At Harborview, with preceptor access',
    tries: ['Find the preceptor entries in the menu', 'Compare with the coordinator, who has none'],
  },
  {
    key: 'superadmin',
    role: 'Platform administrator',
    place: 'Runs the installation',
    tries: [
      'Switch between the views of the roles',
      'Look through somebody’s eyes, under a banner',
      'Read on a person what was changed, by whom and why',
    ],
  },
]
