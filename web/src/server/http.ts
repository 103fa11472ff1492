/** Asking the server: every answer is JSON, every refusal a sentence. */

import type { ApiError } from '../api/types';

/** What the server, or the way to it, has to say against a request. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** As people write: with a capital letter, unless it begins with the name of a square, and with a full stop. */
export function sentence(text: string): string {
  const begun = /^[a-h][1-8]\b/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

/** The sentence to show for anything that went wrong. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? sentence(error.message) : 'Something went wrong, and nobody said what.';

const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;

async function refusalOf(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => null);
  if (isApiError(body)) return new Refusal(body.code, body.message, response.status);
  return new Refusal('unexpected', `The server answered ${response.status} without saying why.`, response.status);
}

interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Sent as it is, not as JSON. */
  text?: string;
}

async function fetched(path: string, { method = 'GET', body, text }: Asking): Promise<Response> {
  const type = text === undefined ? 'application/json' : 'application/x-chess-pgn';
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    ...(content === undefined ? {} : { body: content, headers: { 'content-type': type } }),
  }).catch(() => {
    throw new Refusal('offline', 'The server does not answer. Is it running?', 0);
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

export async function ask<T>(path: string, asking: Asking = {}): Promise<T> {
  const response = await fetched(path, asking);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export async function askText(path: string): Promise<string> {
  return (await fetched(path, {})).text();
}
