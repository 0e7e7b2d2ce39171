import type { RunDocument } from '../../../rehearsal/certificate/wire.ts'

/** Options of `qist certify` that the commands in a run's document do not contain. */
export interface CertifyArguments {
  readonly idle?: string
  readonly orderCommand?: string
  readonly restartCommand?: string
  readonly merchantCode?: string
}

/** Returns a finding's command with the options of this run. */
export function repeatCommand(command: string, given: CertifyArguments): string {
  const { idle, merchantCode, orderCommand, restartCommand } = given
  return [
    command,
    ...(idle === undefined ? [] : [` --idle ${quoted(idle)}`]),
    ...(merchantCode === undefined ? [] : [` --merchant-code ${quoted(merchantCode)}`]),
    ...(orderCommand === undefined ? [] : [` --order-command ${quoted(orderCommand)}`]),
    ...(restartCommand === undefined ? [] : [` --restart-command ${quoted(restartCommand)}`]),
  ].join('')
}

/** Returns the command that plays the whole run again. */
export function runCommand({ profile, scenarios, seed }: RunDocument, given: CertifyArguments): string {
  const names = scenarios.map(({ name }) => name).join(' ')
  return repeatCommand(`npx qist certify --profile ${profile} --scenario ${names} --seed ${seed}`, given)
}

// Quotes a text as one word of a shell.
function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
