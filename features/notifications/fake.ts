import type { Notification } from './contract.ts'

/** A notification as the API returns it; unread by default. */
export function exampleNotification(some: Partial<Notification> = {}): Notification {
  return {
    id: '7f9c24e8-3b6a-4f0e-9d7a-2c1f5b8e6a01',
    recipient_id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    title: 'Two sign-ups need your approval',
    message: 'Zoe Hartman and Andre Wallace asked to join.',
    type: 'signup_requested',
    data: { action_url: '/school/students' },
    is_read: false,
    read_at: null,
    created_at: '2026-08-31T09:00:00.000Z',
    ...some,
  }
}
