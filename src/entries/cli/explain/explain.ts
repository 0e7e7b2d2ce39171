import type { Command } from 'commander'
import { tellStory } from '../../../money/explain/story.ts'
import { storyWire } from '../../../money/explain/wire.ts'
import { readId } from '../keys.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from '../output.ts'
import { withApp } from '../with-app.ts'
import { pageOf } from './page.ts'
import { type PageStyle, pageWidth, paintOn } from './text.ts'

interface ExplainOptions extends PrintOptions {
  readonly all?: boolean
}

/**
 * Adds `qist explain PAYMENT`: prints the story of a payment, as a page or as JSON. Exits 1 if there is no such
 * payment (docs/explain.md).
 */
export function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .description(
      'tell what happened to a payment: how it stands, its money, its plan, what happens next, and its story',
    )
    .argument('<payment>', "the payment's id", readId)
    .option('--all', 'also requests, ledger entries, texts, references and every attempt of a notification')
    .option(...jsonOption)
    .action(async (id: string, options: ExplainOptions) => {
      const story = await withApp((app) => tellStory(app, id))
      if (story === undefined) {
        process.stderr.write(`qist: no such payment: ${id}\n`)
        process.exitCode = 1
      } else if (options.json) printJson(storyWire(story))
      else printLine(pageOf(story, styleOf(process.stdout, options)))
    })
}

function styleOf(stream: NodeJS.WriteStream, { all = false }: ExplainOptions): PageStyle {
  return { width: pageWidth(stream.columns), isAll: all, paint: paintOn(stream) }
}
