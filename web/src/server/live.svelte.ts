/** A table over the network: connects, comes back by itself, sends commands and hears what happens. */

import type { ClientMessage, CommandReply, GameCommand, Happening, ServerMessage, Snapshot } from '../api/types';
import { ask, Refusal, sentenceOf } from './http';
import { reflect, type Mirror } from './mirror';

export type Link =
  { state: 'connecting' } | { state: 'open' } | { state: 'lost'; retryAt: number } | { state: 'closed' };

/** Seconds to wait before each new try, the last one again and again. */
const WAITS = [0.5, 1, 2, 4, 8];
const PING_EVERY = 5000;
const ANSWER_WITHIN = 12000;
const NOT_SENT = 'Not connected to the server just now; that was not sent.';

interface Waiting {
  resolve: (reply: CommandReply) => void;
  reject: (error: Refusal) => void;
}

export class LiveTable {
  mirror: Mirror | null = $state.raw(null);
  link: Link = $state.raw({ state: 'connecting' });
  /** Why there is no table to show. */
  problem: string | null = $state(null);
  /** How long a message there and back takes, in milliseconds. */
  lag: number | null = $state(null);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = $state(0);

  readonly id: string;
  readonly #heard: (happened: Happening[], mirror: Mirror) => void;
  /** A change went missing, so everything has to be sent again. */
  #missed = false;
  #socket: WebSocket | null = null;
  #tries = 0;
  #next = 1;
  #lastHeard = 0;
  #early: ClientMessage[] = [];
  #waiting = new Map<number, Waiting>();
  #pings = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;

  constructor(id: string, heard: (happened: Happening[], mirror: Mirror) => void = () => undefined) {
    this.id = id;
    this.#heard = heard;
    void this.#load();
    addEventListener('online', this.#hurry);
  }

  /** Sends a command; the answer comes when the server has decided. */
  do(command: GameCommand): Promise<CommandReply> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const message: ClientMessage = { type: 'command', id, command };
      // Whoever is quicker than the first connection need not know of it.
      if (this.link.state === 'connecting') this.#early.push(message);
      else if (!this.#send(message)) return reject(new Refusal('offline', NOT_SENT, 0));
      this.#waiting.set(id, { resolve, reject });
    });
  }

  close(): void {
    this.link = { state: 'closed' };
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    removeEventListener('online', this.#hurry);
    this.#socket?.close();
    this.#fail('The page was left.');
  }

  /** Takes over a new state and connects anew: whoever sits down is somebody else to the server than who looked on. */
  adopt(snapshot: Snapshot): void {
    this.mirror = reflect(null, { type: 'snapshot', ...snapshot }).mirror;
    const old = this.#socket;
    this.#socket = null;
    clearInterval(this.#heart);
    old?.close();
    this.#connect();
  }

  /** The first state comes by an ordinary request, which can say that there is no such game; a socket cannot. */
  async #load(): Promise<void> {
    try {
      const snapshot = await ask<Snapshot>(`/games/${this.id}`);
      this.mirror = reflect(null, { type: 'snapshot', ...snapshot }).mirror;
      this.#connect();
    } catch (error) {
      if (error instanceof Refusal && error.status !== 0) this.problem = sentenceOf(error);
      else this.#lose();
    }
  }

  #connect(): void {
    if (this.link.state === 'closed') return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const after = this.mirror && !this.#missed ? `?after=${this.mirror.number}` : '';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/games/${this.id}/socket${after}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#lastHeard = Date.now();
      this.link = { state: 'open' };
      for (const message of this.#early.splice(0)) this.#send(message);
      this.#ping();
      this.#heart = setInterval(() => this.#beat(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      clearInterval(this.#heart);
      this.#fail('The connection was lost before the server answered.');
      if (this.link.state !== 'closed') this.#lose();
    };
  }

  #lose(): void {
    const wait = (WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 8) * 1000;
    this.link = { state: 'lost', retryAt: Date.now() + wait };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.mirror ? this.#connect() : void this.#load()), wait);
  }

  readonly #hurry = (): void => {
    if (this.link.state !== 'lost') return;
    clearTimeout(this.#timer);
    if (this.mirror) this.#connect();
    else void this.#load();
  };

  /** A line that is dead without saying so is found by its silence. */
  #beat(): void {
    if (Date.now() - this.#lastHeard > ANSWER_WITHIN) this.#socket?.close();
    else this.#ping();
  }

  #ping(): void {
    const id = this.#next++;
    this.#pings.set(id, performance.now());
    this.#send({ type: 'ping', id, ...(this.lag === null ? {} : { lagMs: this.lag }) });
  }

  #send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #hear(message: ServerMessage): void {
    this.#lastHeard = Date.now();
    if (message.type === 'pong') this.#pong(message.id, message.at);
    else if (message.type === 'reply') this.#settle(message.id)?.resolve(message.reply);
    else if (message.type === 'error') this.#refused(message.id, message.error.code, message.error.message);
    else if (message.type === 'bye') this.#socket?.close();
    else this.#reflect(message);
  }

  #reflect(message: ServerMessage): void {
    const { mirror, happened, gap } = reflect(this.mirror, message);
    if (gap) {
      this.#missed = true;
      this.#socket?.close();
      return;
    }
    if (message.type === 'snapshot') this.#missed = false;
    this.mirror = mirror;
    if (happened.length > 0 && mirror) this.#heard(happened, mirror);
  }

  #pong(id: number, at: number): void {
    const sent = this.#pings.get(id);
    if (sent === undefined) return;
    this.#pings.delete(id);
    this.lag = Math.round(performance.now() - sent);
    this.ahead = at + this.lag / 2 - Date.now();
  }

  #refused(id: number | null, code: string, message: string): void {
    if (id !== null) this.#settle(id)?.reject(new Refusal(code, message, 409));
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Refusal('offline', message, 0));
    this.#waiting.clear();
    this.#early = [];
    this.#pings.clear();
  }
}
