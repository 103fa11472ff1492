// Says how many bytes the built page takes on its way, and fails above the budget.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUDGET = 100_000;

const files = (folder) =>
    readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? files(path) : [path];
    });

const sizes = files('dist').map((path) => [path, gzipSync(readFileSync(path), { level: 9 }).length]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [path, size] of sizes) console.log(`${String(size).padStart(7)}  ${path}`);
console.log(`${String(total).padStart(7)}  in all, of ${BUDGET}`);
process.exitCode = total > BUDGET ? 1 : 0;
