// Environments: those of a project and those of all, where the JFrog Platform serves them and with its members.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ofMember, ofName, ofProject, projectsAddress } from './project-parts.ts'

export const EnvironmentName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/,
    'An environment has at most 32 letters, digits, dashes, underscores and periods',
  )

export const Environment = z.object({ name: z.string() })
const NewEnvironment = z.object({ name: EnvironmentName })
const RenamedEnvironment = z.object({ new_name: EnvironmentName })

export const projectEnvironments = {
  list: endpoint(`GET ${projectsAddress}/{key}/environments`, 'List the environments of a project', {
    params: ofProject,
    response: z.array(Environment),
  }),
  create: endpoint(`POST ${projectsAddress}/{key}/environments`, 'Create an environment of a project', {
    params: ofProject,
    body: NewEnvironment,
    response: Environment,
    status: 201,
  }),
  rename: endpoint(
    `POST ${projectsAddress}/{key}/environments/{name}/rename`,
    'Rename an environment of a project',
    {
      params: ofMember,
      body: RenamedEnvironment,
      response: Environment,
    },
  ),
  remove: endpoint(
    `DELETE ${projectsAddress}/{key}/environments/{name}`,
    'Delete an environment of a project',
    {
      params: ofMember,
    },
  ),
}

export const environments = {
  list: endpoint('GET /access/api/v1/environments', 'List the environments', {
    response: z.array(Environment),
  }),
  create: endpoint('POST /access/api/v1/environments', 'Create an environment', {
    body: NewEnvironment,
    response: Environment,
    status: 201,
  }),
  rename: endpoint('POST /access/api/v1/environments/{name}/rename', 'Rename an environment', {
    params: ofName,
    body: RenamedEnvironment,
    response: Environment,
  }),
  remove: endpoint('DELETE /access/api/v1/environments/{name}', 'Delete an environment', { params: ofName }),
}
