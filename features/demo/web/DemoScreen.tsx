import { markSignIn } from '#platform/web/signed-in-mark.ts'
import { type ReactNode, useState } from 'react'
import { SitePage, useAnswer, useSend } from '#features/public-pages/web/public.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { Demo, DemoKey, Entered } from '../contract.ts'
import { Tours } from './Tours.tsx'
import classes from './DemoScreen.module.css'

/** Signs in with one click as someone in a made-up school or its hospital; says so if the demo is turned off. */
export function DemoScreen(): ReactNode {
  const { answer: demo, failure: closed } = useAnswer<Demo>('/demo')
  const { send } = useSend<Entered>('/demo/sign-in')
  const [refused, setRefusal] = useState<string>()
  const [entering, setEntering] = useState<DemoKey>()
  const failure = refused ?? closed

  async function enter(key: DemoKey, to?: string) {
    setEntering(key)
    const { answer, refusal } = await send({ key })
    setRefusal(refusal?.message)
    // Loads a new document, so that nothing cached for an earlier person remains.
    if (!answer) return setEntering(undefined)
    markSignIn()
    window.location.assign(to ?? answer.go_to)
  }

  return (
    <SitePage
      title="Try it as someone else"
      description="Enter the Placewell demo with one click: a nursing school and its hospital, as the coordinator, the student, the instructor or the hospital sees them."
      lead="Lakeshore College of Nursing and its hospital, Harborview, are made up for you to try. Pick a person, and one click signs you in as them."
    >
      <div aria-live="polite">
        {failure && (
          <div className={classes.notice} data-hue="red">
            {failure}
          </div>
        )}
        {demo && !demo.is_open && (
          <div className={classes.notice} data-hue="yellow">
            <b>The demo is turned off in this installation.</b> You can still{' '}
            <Link href="/signup">create an account</Link>, or <Link href="/contact">ask us</Link> to show you
            around.
          </div>
        )}
      </div>
      {demo?.is_open !== false && (
        <>
          <ul className={classes.people}>
            {roles.map(({ key, role, about, tries }) => {
              const name = demo?.people.find((person) => person.key === key)?.full_name
              return (
                <li key={key}>
                  <h2>{role}</h2>
                  <p className={classes.about}>{about}</p>
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
          <Tours people={demo?.people ?? []} enter={(key, to) => void enter(key, to)} />
          <p className={classes.note}>
            The demo is shared, and others see what you change. Do not enter anything about real people, and
            no patient data.
          </p>
        </>
      )}
      <div className={classes.buttons}>
        <LinkButton href="/signup" size="md" variant="default">
          Create your own account
        </LinkButton>
      </div>
    </SitePage>
  )
}

const roles: { key: DemoKey; role: string; about: string; tries: string[] }[] = [
  {
    key: 'school_admin',
    role: 'School coordinator',
    about: 'Runs semesters, shifts and people at Lakeshore College',
    tries: [
      'Answer what the hospital proposed instead',
      'Plan a weekly series on a unit and submit it',
      'Copy a semester into the next, keep the weekdays, undo it',
    ],
  },
  {
    key: 'facility_admin',
    role: 'Hospital education coordinator',
    about: 'Administrator at Harborview',
    tries: [
      'See every school on the week board',
      'Approve a request, or propose another time',
      'Offer open seats to your partner schools',
    ],
  },
  {
    key: 'student',
    role: 'Student',
    about: 'In the program at Lakeshore College',
    tries: [
      'Take an open shift, or join a waitlist',
      'Propose a swap with a classmate',
      'See your hours by specialty',
    ],
  },
  {
    key: 'proctor',
    role: 'Clinical instructor',
    about: 'A proctor of Lakeshore College',
    tries: [
      'See your next shift and who is on it',
      'Print a roster',
      'Put your schedule in your phone’s calendar',
    ],
  },
  {
    key: 'school_super_admin',
    role: 'Dean',
    about: 'Super admin of Lakeshore College',
    tries: [
      'See the school as its coordinator',
      'Invite another administrator, which the coordinator cannot do',
      'Try to make two semesters overlap, and read why you can’t',
    ],
  },
  {
    key: 'preceptor',
    role: 'Preceptor',
    about: 'At Harborview, with preceptor access',
    tries: [
      'Follow a capstone student’s goals and hours',
      'Confirm the days a student entered',
      'Record who came to a shift you lead',
    ],
  },
  {
    key: 'superadmin',
    role: 'Platform administrator',
    about: 'Runs the installation',
    tries: [
      'Switch between the views of the roles',
      'Act as another person, under a banner',
      'See who changed what, and why',
    ],
  },
]
