import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuides } from '../../src/pages/docs/guides/contents.ts'
import { runGuide } from './run-guide.ts'

/** Runs the code of every guide of a part. */
export function testGuidesOf(title: string): void {
  const part = readGuides().find((one) => one.title === title)
  test(`there is a part of the guides that is called ${title}`, () => assert.ok(part))
  for (const guide of part?.guides ?? []) test(`${guide.name}.md does what it says`, () => runGuide(guide))
}
