// Claims of a foreign token against what a mapping wants, and patterns filled with them. Pure.
import type { IdentityMapping, MappingTest } from '@bindery/contracts'
import { matchesText } from '../../access/rules/permission-patterns.ts'
import { badRequest, quote } from '../../platform/errors.ts'

export type Claims = Readonly<Record<string, unknown>>
type Wanted = IdentityMapping['claims'][string]

/** Every claim that the mapping names must be there, with one of the values that it takes. */
export const matchesClaims = (wanted: IdentityMapping['claims'], claims: Claims): boolean =>
  compareClaims(wanted, claims).every(({ isMet }) => isMet)

/** Claim by claim: what the mapping takes, and what the token says. */
export const compareClaims = (wanted: IdentityMapping['claims'], claims: Claims): MappingTest['claims'] =>
  Object.entries(wanted).map(([claim, values]) => {
    const given = valuesOf(claims, claim)
    return {
      claim,
      wanted: [values].flat().map(String),
      given: given.map(String),
      isMet: [values].flat().some((value) => given.some((one) => meets(value, one))),
    }
  })

/** `{{name}}` is replaced with the claim; a claim that is not there is refused, so that nobody gets half a name. */
export function fillPattern(pattern: string, claims: Claims): string {
  return pattern.replaceAll(/\{\{([^{}]+)\}\}/g, (_, inside: string) => {
    const name = inside.trim()
    const [value] = valuesOf(claims, name)
    if (value === undefined)
      throw badRequest(`The token has no claim ${quote(name)}, which the mapping needs.`)
    return String(value)
  })
}

/** As many texts as a claim in the pattern has values: a list of groups gives several. */
export function fillPatternForEach(pattern: string, claims: Claims): string[] {
  const name = /\{\{([^{}]+)\}\}/.exec(pattern)?.[1]?.trim()
  if (name === undefined) return pattern.split(',').map((one) => one.trim())
  return valuesOf(claims, name).map((value) => fillPattern(pattern, { ...claims, [name]: value }))
}

function valuesOf(claims: Claims, name: string): (string | number | boolean)[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  return [value].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one)) as (
    | string
    | number
    | boolean
  )[]
}

const meets = (wanted: Exclude<Wanted, readonly unknown[]>, given: string | number | boolean) =>
  typeof wanted === 'string' ? matchesText(wanted, String(given)) : wanted === given
