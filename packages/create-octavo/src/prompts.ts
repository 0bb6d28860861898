/** Asks a person for what the command line left open. */
import { intro, isCancel, password, select, text } from '@clack/prompts'
import { emailProblem, folderNameProblem, passwordProblem } from './checks.ts'
import { Interrupted } from './errors.ts'
import type { Options } from './options.ts'
import { defaultEmail, defaultFolder, type Replies } from './plan.ts'
import { defaultTemplate, templateNamed, templates } from './templates.ts'

interface Asking {
  hasPassword: boolean
  folderProblem(typed: string): string | undefined
}

export async function ask(
  options: Options,
  { hasPassword, folderProblem }: Asking,
): Promise<Replies> {
  const replies: Replies = {}
  intro('Create a project with Octavo')
  if (options.folder === undefined) {
    replies.folder = await replyTo(
      text({
        message: 'In which folder?',
        placeholder: defaultFolder,
        defaultValue: defaultFolder,
        validate: (typed) => {
          const folder = typed || defaultFolder
          return folderNameProblem(folder) ?? folderProblem(folder)
        },
      }),
    )
  }
  if (options.template === undefined) {
    const name = await replyTo(
      select({
        message: 'What do you want to begin with?',
        initialValue: defaultTemplate,
        options: templates.map(({ name: value, about }) => ({ value, label: value, hint: about })),
      }),
    )
    replies.template = templateNamed(name)
  }
  if (!options.install) return replies
  if (options.email === undefined) {
    replies.email = await replyTo(
      text({
        message: 'Your email address, for signing in to Studio?',
        placeholder: defaultEmail,
        defaultValue: defaultEmail,
        validate: (typed) => emailProblem(typed || defaultEmail),
      }),
    )
  }
  if (hasPassword) return replies
  const typed = await replyTo(
    password({
      message: 'A password? Leave it empty to generate one.',
      validate: (value) => (value ? passwordProblem(value) : undefined),
    }),
  )
  return typed ? { ...replies, password: typed } : replies
}

async function replyTo(prompt: Promise<string | symbol>): Promise<string> {
  const reply = await prompt
  if (isCancel(reply) || typeof reply !== 'string') throw new Interrupted()
  return reply
}
