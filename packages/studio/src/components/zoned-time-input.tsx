import { Radio, Stack, TextInput, Group } from '@mantine/core'
import { useText } from '../i18n/text.tsx'
import { zonedProblem, type ZonedTime } from './zoned-time.ts'

interface ZonedTimeInputProps {
  label: string
  description?: string
  value: ZonedTime
  zone: string
  onChange: (value: ZonedTime) => void
  error?: string | undefined
}

/** A date and time in a zone. When clocks are set back, it asks for one of two equal times. */
export function ZonedTimeInput(props: ZonedTimeInputProps) {
  const { label, description, value, zone, onChange, error } = props
  const t = useText()
  const problem = zonedProblem({ ...value, offset: '' }, zone)
  const isTwice = problem?.code === 'timeTwice'
  const [first = '', second = ''] = isTwice
    ? [problem.values?.['first'], problem.values?.['second']].map(String)
    : []
  return (
    <Stack gap={6}>
      <TextInput
        type="datetime-local"
        step={60}
        max="9999-12-31T23:59"
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.local}
        error={problem && !isTwice ? t.message(problem) : error}
        onChange={({ currentTarget }) => onChange({ local: currentTarget.value, offset: '' })}
      />
      {isTwice && (
        <Radio.Group
          label={t('schedule.twice')}
          value={value.offset}
          onChange={(offset) => onChange({ ...value, offset })}
        >
          <Group gap="md" mt={6}>
            <Radio value={first} label={t('schedule.earlier', { offset: first })} />
            <Radio value={second} label={t('schedule.later', { offset: second })} />
          </Group>
        </Radio.Group>
      )}
    </Stack>
  )
}
