import { Command, CommanderError } from 'commander'
import { ConfigError } from './app/config.ts'
import { Refusal } from './base/refusals.ts'
import { addDisputeCommands } from './cli/disputes.ts'
import { addDoctorCommand } from './cli/doctor.ts'
import { addExplainCommand } from './cli/explain/explain.ts'
import { addKeyCommands } from './cli/keys.ts'
import { addMerchantCommands } from './cli/merchants.ts'
import { addNotificationCommands } from './cli/notifications.ts'
import { addProductionCommands } from './cli/production.ts'
import { addRiskCommands } from './cli/risk.ts'
import { addStoreCommands } from './cli/stores.ts'
import { addWebhookCommands } from './cli/webhooks.ts'
import { UnusableDatabase } from './db/unusable.ts'

/** `npx qist`: the operator's command line. It works beside a running service, and without one. */
function buildProgram(): Command {
  const program = new Command('qist')
    .description('Operate a Qist service. Takes the same environment as the service: DATABASE_URL, DATA_DIR, …')
    .showHelpAfterError('(qist --help tells what there is)')
    .exitOverride()
  addMerchantCommands(program)
  addStoreCommands(program)
  addKeyCommands(program)
  addDisputeCommands(program)
  addWebhookCommands(program)
  addNotificationCommands(program)
  addDoctorCommand(program)
  addExplainCommand(program)
  addRiskCommands(program)
  addProductionCommands(program)
  return program
}

try {
  await buildProgram().parseAsync()
} catch (error) {
  // Commander has said by itself what is wrong with the words of a command.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else if (error instanceof ConfigError || error instanceof UnusableDatabase || error instanceof Refusal) {
    process.stderr.write(`qist: ${error.message}\n`)
    process.exitCode = 1
  } else throw error
}
