import type { DemoKey } from '../contract.ts'

export type TourStep = {
  /** Stored on the device when the step is done. */
  id: string
  title: string
  to: string
  look: string
}
export type Tour = { key: DemoKey; title: string; steps: readonly TourStep[] }

/** The tours of the product for each person; five minutes each. */
export const tours: readonly Tour[] = [
  {
    key: 'school_admin',
    title: 'Five minutes as a coordinator',
    steps: [
      {
        id: 'school-start',
        title: 'Start with what needs you',
        to: '/school/dashboard',
        look: 'Proposals from hospitals, requests and sign-ups, the most urgent first. Answer one without leaving the page.',
      },
      {
        id: 'school-calendar',
        title: 'See the semester on a calendar',
        to: '/shifts?view=calendar',
        look: 'Every shift with its seats taken and its instructor. Open one to see its roster and its history.',
      },
      {
        id: 'school-rotations',
        title: 'Plan by rotation',
        to: '/school/rotations',
        look: 'A rotation is a whole series of shifts. Find one that a hospital has not answered yet.',
      },
      {
        id: 'school-queue',
        title: 'Review a credential',
        to: '/school/compliance/students/verification-queue',
        look: 'The document is next to what the pre-check found. Approve it, or return it with a reason.',
      },
      {
        id: 'school-progress',
        title: 'Find students who fall behind',
        to: '/school/student-progress',
        look: 'Hours done and scheduled against what each program requires, student by student.',
      },
      {
        id: 'school-reports',
        title: 'Take a report with you',
        to: '/school/reports',
        look: 'Choose a report and a semester, and download the table as a spreadsheet.',
      },
    ],
  },
  {
    key: 'facility_admin',
    title: 'Five minutes as a hospital',
    steps: [
      {
        id: 'facility-start',
        title: 'See who is coming',
        to: '/facility/dashboard',
        look: 'Requests to answer, then the students of today and this week, with all your schools together.',
      },
      {
        id: 'facility-board',
        title: 'Look at a week, unit by unit',
        to: '/facility/shifts',
        look: 'Each row is a unit, with the students of every school. Find one with two schools in the same week.',
      },
      {
        id: 'facility-requests',
        title: 'Answer a request',
        to: '/facility/shifts?view=requests',
        look: 'A series is one row. Approve it, decline it with a reason, ask a question or propose another time.',
      },
      {
        id: 'facility-offers',
        title: 'Offer open seats',
        to: '/facility/shifts?view=offers',
        look: 'Seats that partner schools can take without asking first. One of them has been taken.',
      },
      {
        id: 'facility-roster',
        title: 'Print a roster',
        to: '/facility/shifts?view=roster',
        look: 'The people of one day. A student is a number until they release their name.',
      },
    ],
  },
  {
    key: 'student',
    title: 'Five minutes as a student',
    steps: [
      {
        id: 'student-start',
        title: 'See your next shift',
        to: '/student/dashboard',
        look: 'Where to be and when, and whether you are cleared for it.',
      },
      {
        id: 'student-open',
        title: 'Find an open shift',
        to: '/student/shifts?show=open',
        look: 'What you can take, and why you cannot take the others. Some have a waitlist.',
      },
      {
        id: 'student-credentials',
        title: 'Fix what was returned',
        to: '/student/credentials',
        look: 'A flu shot came back with a reason, and a card expires soon. Send a photo from your phone.',
      },
      {
        id: 'student-progress',
        title: 'Check your hours',
        to: '/student/progress',
        look: 'Hours by specialty against what your program requires, line by line.',
      },
      {
        id: 'student-wishlist',
        title: 'Rank your next rotations',
        to: '/student/wishlist',
        look: 'Put the units you want in order. Your school matches everyone at once.',
      },
    ],
  },
  {
    key: 'proctor',
    title: 'Five minutes as an instructor',
    steps: [
      {
        id: 'proctor-start',
        title: 'Open your next shift',
        to: '/proctor/dashboard',
        look: 'Your group, the unit and what is left to do, such as a report that is due.',
      },
      {
        id: 'proctor-schedule',
        title: 'See your weeks',
        to: '/proctor/schedule',
        look: 'Add the schedule to your phone’s calendar; it stays up to date.',
      },
      {
        id: 'proctor-reports',
        title: 'Finish a shift report',
        to: '/proctor/shift-reports',
        look: 'Attendance is filled in from check-ins. An accepted report posts the hours of the group.',
      },
      {
        id: 'proctor-students',
        title: 'Look at your students',
        to: '/proctor/students',
        look: 'Everyone on your shifts. Open one to see how they are doing.',
      },
    ],
  },
  {
    key: 'preceptor',
    title: 'Three minutes as a preceptor',
    steps: [
      {
        id: 'preceptor-start',
        title: 'See your students and shifts',
        to: '/preceptor/dashboard',
        look: 'Your capstone students and the shifts you lead.',
      },
      {
        id: 'preceptor-students',
        title: 'Open a student',
        to: '/preceptor/students',
        look: 'Goals, days and hours of a capstone. Confirm a day that was entered.',
      },
      {
        id: 'preceptor-shifts',
        title: 'Check in a group',
        to: '/preceptor/shifts',
        look: 'On the day of a shift you record who came.',
      },
    ],
  },
  {
    key: 'superadmin',
    title: 'Three minutes as a platform administrator',
    steps: [
      {
        id: 'admin-start',
        title: 'See the whole installation',
        to: '/admin/dashboard',
        look: 'Schools, organizations and people, and what needs an administrator.',
      },
      {
        id: 'admin-relationships',
        title: 'Draw the relationships',
        to: '/admin/relationships',
        look: 'Which school works with which organization, and since when.',
      },
      {
        id: 'admin-users',
        title: 'Act as another person',
        to: '/admin/users',
        look: 'Open someone and act as them. A banner shows it, and the audit trail records who it was.',
      },
    ],
  },
]

const KEY = 'placewell:demo-tours'
type Kept = Pick<Storage, 'getItem' | 'setItem'>

/** Which steps are done, stored in this browser; if storage is blocked, until the page closes. */
export function createTicks(storage: () => Kept) {
  const listeners = new Set<() => void>()
  let unkept: string | undefined
  const read = (): string => {
    try {
      return unkept ?? storage().getItem(KEY) ?? ''
    } catch {
      return unkept ?? ''
    }
  }
  return {
    /** The ids of the done steps, separated by spaces. */
    read,
    set(id: string, isDone: boolean): void {
      const ids = new Set(read().split(' ').filter(Boolean))
      if (isDone) ids.add(id)
      else ids.delete(id)
      const text = [...ids].join(' ')
      try {
        storage().setItem(KEY, text)
        unkept = undefined
      } catch {
        unkept = text
      }
      listeners.forEach((listener) => listener())
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      globalThis.window?.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        globalThis.window?.removeEventListener('storage', listener)
      }
    },
  }
}

export const ticks = createTicks(() => window.localStorage)
