// What the addresses of projects, their roles and their environments are made of.
import { z } from 'zod'

export const longestProjectKey = 128

export const ProjectKey = z
  .string()
  .regex(/^[a-z]/, 'Project key must start with a lowercase character')
  .regex(/^[a-z0-9-]*$/, 'A project key holds lower-case letters, digits and hyphens')
  .min(2, 'A project key has at least 2 characters')
  .max(longestProjectKey, `A project key has at most ${longestProjectKey} characters`)

export const projectsAddress = '/access/api/v1/projects' as const

export const ofProject = z.object({ key: z.string().max(longestProjectKey) })
export const ofName = z.object({ name: z.string().max(64) })
export const ofMember = ofProject.extend({ name: z.string().max(64) })
