import { fitLogistic } from './fit-logistic'

/** A logit over named features in their own units, as a source file holds it. */
export type LinearCoefficients<Name extends string> = Readonly<Record<Name | 'constant', number>>

/** Fits a logistic model, and gives it over the features as they are instead of standardised ones. */
export function fitLinear<Name extends string>(names: readonly Name[], examples: readonly { readonly features: Readonly<Record<Name, number>>; readonly is: boolean }[]): LinearCoefficients<Name> {
  const { means, deviations, weights, bias } = fitLogistic(examples.map(({ features, is }) => ({ features: names.map((name) => features[name]), is })))
  const slopes = new Map<Name | 'constant', number>(names.map((name, at) => [name, (weights[at] ?? 0) / (deviations[at] ?? 1)]))
  slopes.set('constant', names.reduce((sum, name, at) => sum - (slopes.get(name) ?? 0) * (means[at] ?? 0), bias))
  return fromEntries([...names, 'constant'], (name) => slopes.get(name) ?? 0)
}

/** The logit of a row of features. */
export function applyLinear<Name extends string>(coefficients: LinearCoefficients<Name>, names: readonly Name[], features: Readonly<Record<Name, number>>): number {
  return names.reduce((sum, name) => sum + coefficients[name] * features[name], coefficients.constant)
}

/** Rounded to two places, as they are shipped. */
export function roundCoefficients<Name extends string>(coefficients: Readonly<Record<Name, number>>, names: readonly Name[]): Readonly<Record<Name, number>> {
  return fromEntries(names, (name) => Math.round(coefficients[name] * 100) / 100)
}

function fromEntries<Name extends string>(names: readonly Name[], valueOf: (name: Name) => number): Readonly<Record<Name, number>> {
  // Object.fromEntries forgets which keys it was given.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Readonly<Record<Name, number>>
}
