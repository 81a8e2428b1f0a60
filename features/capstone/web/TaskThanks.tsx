import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { messageOf } from '#platform/web/api.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import type { Certificate } from '../contract.ts'
import { capstone } from './queries.ts'

/** What a preceptor sees at the end: thanks, and the hours they gave. */
export function TaskThanks({
  token,
  certificate: one,
}: {
  token: string
  certificate: Certificate
}): ReactNode {
  const download = useMutation({
    ...capstone.linkedCertificate.mutationOptions(),
    retry: false,
    meta: { quiet: true },
    onSuccess: ({ file }) => saveFile(file.name, file, file.type),
  })
  return (
    <AuthFrame title="Thank you">
      <Stack>
        <Text>{`${one.school_name} thanks you for being a preceptor.`}</Text>
        <KeyValue
          items={[
            { label: 'Hours', value: `${one.hours} on ${one.days} ${one.days === 1 ? 'day' : 'days'}` },
            { label: 'Course', value: one.course_code },
            { label: 'Dates', value: formatRange(one.first_day, one.last_day) },
            { label: 'Faculty member', value: one.faculty_name },
          ]}
        />
        {download.error && <Banner kind="warning" live title={messageOf(download.error)} />}
        <Button loading={download.isPending} onClick={() => download.mutate({ token })}>
          Download certificate (PDF)
        </Button>
        {download.data && <output>Your certificate was downloaded. The link works for seven days.</output>}
      </Stack>
    </AuthFrame>
  )
}
