// The accessibility check. The rules run inside the page, put there once for each document: the ready-made driver puts
// them there twice for each question and opens another page for the report, which takes six times as long.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

type ColorScheme = 'light' | 'dark'

/** No finding of axe at WCAG 2.2 AA, in the light and in the dark theme, which differ in their colours only. */
export async function expectAccessible(page: Page) {
  for (const theme of themes)
    expect(
      await accessibilityFindings(page, theme),
      `accessibility of ${page.url()} in the ${theme} theme`,
    ).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

/** In the theme, which stays. Within a part of the page, when the rest was judged elsewhere. */
export async function accessibilityFindings(page: Page, theme: ColorScheme, part = 'html') {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  return findingsOf(page, theme, part)
}

export const themes = ['light', 'dark'] as const

const rules: Record<ColorScheme, string[]> = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  dark: ['color-contrast', 'link-in-text-block'],
}

async function findingsOf(page: Page, colorScheme: ColorScheme, part: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source())
  const options: RunOptions = {
    runOnly: rules[colorScheme],
    resultTypes: ['violations'],
    // Loading style sheets again serves rules about print and orientation, and breaks when one is missing.
    preload: false,
    iframes: false, // the application has none
  }
  return page.evaluate(
    async ([where, given]) => {
      // A colour on its way to another is nobody's choice. What turns for ever is not waited for.
      const passing = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      await Promise.allSettled(passing.map(({ finished }) => finished))
      // What the line above has put there.
      const { axe } = window as unknown as {
        axe: { run(where: string, options: RunOptions): Promise<AxeResults> }
      }
      const { violations } = await axe.run(where, given)
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ html }) => html.slice(0, 160)),
      }))
    },
    [part, options] as const,
  )
}

let text: string | undefined
const source = () =>
  (text ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
