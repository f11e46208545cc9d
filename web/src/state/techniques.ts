// The form of an avoidance technique, generated from the table that the server sends.

import type { AvoidanceJson, ParameterInfo, TechniqueInfo } from '../protocol/messages';
import type { Unit } from './quantities';

// "abort_distance" -> "Abort distance"
export const labelOf = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

// Lengths, angles and times get a field's unit; any other unit goes into the label.
export const unitOf = (unit: string): Unit => (({ m: 'cm', rad: 'deg', s: 's' }) as Record<string, Unit>)[unit] ?? '';
export const fieldLabel = ({ key, unit }: ParameterInfo): string =>
  unit === '' || unitOf(unit) !== '' ? labelOf(key) : `${labelOf(key)}, ${unit.replace('^2', '²')}`;

// Numbers without a unit span many decades: two significant digits more than the leading zeros.
export function digitsOf(value: number): number {
  return value === 0 || Math.abs(value) >= 1 ? 3 : Math.min(8, Math.ceil(-Math.log10(Math.abs(value))) + 2);
}

export const usualOf = (technique: TechniqueInfo): Record<string, number> =>
  Object.fromEntries(technique.parameters.map(({ key, usual }) => [key, usual]));

export const changedParameters = (technique: TechniqueInfo, avoidance: AvoidanceJson): string[] =>
  technique.parameters.filter(({ key, usual }) => (avoidance.parameters[key] ?? usual) !== usual).map(({ key }) => key);

// What zero means, if the words say so: "...; 0: 2 units".
export const meaningOfZero = ({ words }: ParameterInfo): string | null => /; 0: (.*)$/.exec(words)?.[1] ?? null;
export const sentenceOf = ({ words }: ParameterInfo): string => {
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
};

export const originWords: Record<TechniqueInfo['origin'], string> = {
  limber: 'Limber',
  documents: 'Of the documents',
  classics: 'Classics: for one point',
};

export const noTechnique = 'off';
export const usualTechnique = 'clearance';
