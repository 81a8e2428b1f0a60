import { Button, Group, Text } from '@mantine/core'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { roleLabels } from '#core/roles.ts'
import { InviteButton } from '#features/invitations/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { School, SchoolAccount } from '../contract.ts'
import { useAccount, useRenewJoinCode } from './queries.ts'

type AccountSectionsProps = {
  school: School
  blocker: string | undefined
  /** The page of its administrators, and of one of them. */
  peopleHref: string
  personHref: (id: string) => string
}

/** The join code and the administrators of a school. */
export function AccountSections(props: AccountSectionsProps): ReactNode {
  const query = useAccount(props.school.id)
  return (
    <Loaded query={query} skeleton={<Skeletons shape="form" />} failedTitle="The account couldn’t be loaded">
      {(account) => (
        <>
          <JoinCode {...props} account={account} />
          <Administrators {...props} account={account} />
        </>
      )}
    </Loaded>
  )
}

function JoinCode({
  school,
  account,
  blocker,
}: AccountSectionsProps & { account: SchoolAccount }): ReactNode {
  const renew = useRenewJoinCode()
  const { join_code: code, join_code_changed_at: changedAt } = account
  const [ask, dialog] = useAction({
    label: 'Renew the code',
    ask: () => ({
      title: 'Renew the join code?',
      body: 'The old code stops working right away. People who already signed up with it keep their accounts.',
    }),
    run: () => renew.mutateAsync({ id: school.id, seen: code }),
    tellsFailure: true,
  })
  return (
    <PageSection
      title="Join code"
      description="Students type it when they sign up, so that only yours can ask to join. You approve each of them."
    >
      <Group>
        {code ? (
          <Text component="code" fz="xl" fw={600} data-testid="join-code" style={{ letterSpacing: '0.08em' }}>
            {code}
          </Text>
        ) : (
          <Text>There is none yet.</Text>
        )}
        {code && (
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() =>
              void navigator.clipboard.writeText(code).then(
                () => toast.success('Join code copied'),
                () => toast.error('It could not be copied. Select it and copy it yourself.'),
              )
            }
          >
            Copy
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={renew.isPending}
          disabled={blocker !== undefined}
          onClick={() => ask({})}
        >
          {code ? 'Renew' : 'Make one'}
        </Button>
      </Group>
      {dialog}
      {changedAt && (
        <Text size="sm" mt="xs">
          In force since <RelativeTime value={changedAt} />
        </Text>
      )}
    </PageSection>
  )
}

type Administrator = SchoolAccount['administrators'][number]

function Administrators({
  school,
  account,
  peopleHref,
  personHref,
}: AccountSectionsProps & { account: SchoolAccount }): ReactNode {
  const columns: readonly Column<Administrator>[] = [
    { key: 'name', title: 'Name', render: ({ full_name }) => full_name },
    { key: 'email', title: 'Email', render: ({ email }) => email },
    { key: 'role', title: 'Role', render: ({ role }) => roleLabels[role] },
    { key: 'state', title: 'Status', render: ({ status }) => <StateBadge state={status} /> },
  ]
  const invite = school.is_active && (
    <InviteButton
      to={{ kind: 'school', id: school.id, name: school.name }}
      roles={['school_super_admin', 'school_admin']}
      label="Invite an administrator"
    />
  )
  return (
    <PageSection
      title="Administrators"
      description="Full access to this school"
      look="flush"
      actions={
        <>
          <LinkButton href={peopleHref} variant="default">
            All people of the school
          </LinkButton>
          {invite}
        </>
      }
    >
      <DataTable
        label="Administrators"
        rows={account.administrators}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ full_name }) => full_name}
        rowHref={({ id }) => personHref(id)}
        empty={{
          title: 'This school has no admin yet',
          description: 'Invite the first administrator: they set up the school and invite the others.',
        }}
      />
    </PageSection>
  )
}
