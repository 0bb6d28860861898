import { describe, it } from 'node:test'
import { noChromium } from '../chromium.ts'
import { assertDemoIsAccessible, assertEmptyIsAccessible } from './accessible-screens.ts'
import { desktop } from './seen.ts'
import { useInstance, type Started } from './suite.ts'

describe('accessibility at desktop width', { skip: noChromium }, () => {
  let started: Started

  useInstance((given) => {
    started = given
  })

  it('has no violations on any screen', () => assertDemoIsAccessible(started, desktop))

  it('has no violations on an empty instance', () =>
    assertEmptyIsAccessible(started.browser, desktop))
})
