import { expect, test } from 'vitest'
import { fillOf } from './fill.ts'

test('a project is nearly full at three quarters of its quota and full at all of it', () => {
  expect(fillOf(74, 100)).toEqual({ share: 0.74, look: 'ok' })
  expect(fillOf(75, 100).look).toBe('warn')
  expect(fillOf(100, 100).look).toBe('error')
  expect(fillOf(250, 100)).toEqual({ share: 2.5, look: 'error' })
  expect(fillOf(0, 0).look).toBe('error')
  expect(fillOf(1e12, -1)).toEqual({ share: 0, look: 'none' })
})
