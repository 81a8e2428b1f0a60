/** Work that Placewell does again and again without being asked, by its name: what it is called, and what it does. */
export const backgroundTasks = {
  agreements: ['Agreements', 'Begins and ends agreements on their days, and says so before'],
  announcements: ['Announcements', 'Sends announcements to their recipients'],
  'at-risk-notices': ['At-risk notices', 'Each morning notifies students who fall behind on hours'],
  attendance: ['Attendance', 'Proposes no-shows where no one checked in'],
  'audit-retention': ['Access log retention', 'Removes looks and sign-ins older than six years'],
  'audit-seal': ['Audit trail seal', 'Seals new entries of the audit trail'],
  billing: ['Billing', 'Begins and ends trials, expires offers of ownership, and reads payments again'],
  capstone: ['Capstone projects', 'Reminds of days to confirm and of evaluations'],
  'clean-up': ['Clean-up', 'Deletes expired sessions, links, sent emails and ended jobs'],
  clearance: ['Clearance', 'Computes clearance again where a credential changed'],
  'credential-reminders': ['Credential reminders', 'Reminds of credentials that expire'],
  departures: ['Departures', 'Starts departures that are due'],
  emails: ['Emails', 'Hands queued emails to the mail server'],
  evaluations: ['Evaluations', 'Opens, reminds of and verifies evaluations'],
  'file-openings': ['File openings', 'Notes which files were opened'],
  files: ['Files', 'Removes files that no one kept, and finishes uploads'],
  messages: ['Messages', 'Delivers messages, scheduled ones too'],
  'open-shift-notices': ['Open shift notices', 'Notifies students of open shifts'],
  'open-slots': ['Open slots', 'Closes open slots that expired'],
  'password-check': ['Password check', 'Looks for passwords that are easy to guess'],
  'permission-expiry': ['Permission expiry', 'Ends permissions after their last day'],
  'scheduled-reports': ['Scheduled reports', 'Sends reports that are due'],
  'seat-offers': ['Seat offers', 'Offers free seats to the waitlist'],
  'seat-recounts': ['Seat recounts', 'Counts seats again where a rule changed'],
  'shift-calendar': ['Shift calendar', 'Starts, completes and closes shifts at their times'],
  'shift-reports': ['Shift reports', 'Opens shift reports, and accepts those with nothing to look at'],
  'weekly-summaries': ['Weekly summaries', 'Sends the week ahead on Fridays and the review on Mondays'],
  'wishlist-notices': ['Wishlist notices', 'Notifies students when a wishlist opens and closes'],
} as const satisfies Record<string, readonly [title: string, what: string]>

export type BackgroundTask = keyof typeof backgroundTasks
export const backgroundTaskNames = Object.keys(backgroundTasks) as BackgroundTask[]
