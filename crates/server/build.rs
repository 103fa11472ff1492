//! Builds the page in `web/` with npm, compresses its files and puts them into the program. Without npm, or if it fails, the
//! program is built all the same, and its page says what is missing.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page says if there is no Node.
const NO_NODE: &str =
    "To see the board here, install Node.js 20 or newer (nodejs.org) and build Regence again.";
/// What the page says if the page could not be built.
const FAILED: &str =
    "To see the board here, run `npm ci` and `npm run build` in the folder web/ and build Regence again.";

/// What the page is made of.
const WATCHED: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    // Asked when it runs: a target folder may serve several checkouts.
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let web = Path::new(&here).join("../../web");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for watched in WATCHED.map(|name| web.join(name)) {
        // What is not there counts as changed every time.
        if watched.exists() {
            println!("cargo:rerun-if-changed={}", watched.display());
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=REGENCE_WEB");
    let (files, missing) = match build(&web, &out.join("web")) {
        Ok(folder) => (files(&folder), ""),
        Err((sentence, why)) => {
            println!("cargo:warning=the page is not built in: {why}");
            (Vec::new(), sentence)
        }
    };
    write_assets(&out, &files, missing);
}

/// Builds the page and says where it is; or what the page is to say instead, and why.
fn build(web: &Path, folder: &Path) -> Result<PathBuf, (&'static str, String)> {
    match env::var("REGENCE_WEB").as_deref() {
        Ok("skip") => return Err((FAILED, "REGENCE_WEB=skip".into())),
        Ok(built) if !built.is_empty() => return Ok(built.into()),
        _ => {}
    }
    if !web.join("package.json").exists() {
        return Err((FAILED, "there is no web/package.json".into()));
    }
    run(Command::new(npm()).arg("--version"), web).map_err(|why| (NO_NODE, why))?;
    let failed = |why| (FAILED, why);
    if !is_installed(web) {
        install(web).map_err(failed)?;
    }
    let mut vite = Command::new(npm());
    vite.args(["run", "build", "--", "--emptyOutDir", "--outDir"]).arg(folder);
    run(&mut vite, web).map_err(failed)?;
    if folder.join("index.html").exists() {
        Ok(folder.to_owned())
    } else {
        Err((FAILED, "npm run build made no index.html".into()))
    }
}

/// Installs the packages of the lock file. A mirror may not have those for other kinds of machines, and then the lock file does not name
/// what this one needs: in that case the versions that package.json allows.
fn install(web: &Path) -> Result<(), String> {
    let quietly = ["--no-audit", "--no-fund"];
    run(Command::new(npm()).arg("ci").args(quietly), web).or_else(|_| {
        run(Command::new(npm()).args(["install", "--no-save", "--no-package-lock"]).args(quietly), web)
    })
}

/// Whether the packages are there that the lock file names.
fn is_installed(web: &Path) -> bool {
    let changed = |name: &str| fs::metadata(web.join(name)).and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(wanted)) => installed >= wanted,
        (installed, _) => installed.is_some(),
    }
}

fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn run(command: &mut Command, folder: &Path) -> Result<(), String> {
    let done = command.current_dir(folder).output().map_err(|error| format!("npm: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
    Err(format!("npm failed: {last}"))
}

/// All files of a folder, by their paths within it.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(folder) {
                found.push((name.to_string_lossy().replace('\\', "/"), path));
            }
        }
    }
    found.sort();
    found
}

/// Writes the list of files as Rust, with their compressed forms beside it.
fn write_assets(out: &Path, files: &[(String, PathBuf)], missing: &str) {
    let mut lines = vec!["static ASSETS: &[Asset] = &[".to_owned()];
    for (index, (name, path)) in files.iter().enumerate() {
        let Ok(bytes) = fs::read(path) else { continue };
        let (kind, tag, plain) = (kind(name), format!("\"{:016x}\"", hash(&bytes)), included(path));
        let brotli = smaller(&bytes, brotli(&bytes), &out.join(format!("{index}.br")));
        let gzip = smaller(&bytes, gzip(&bytes), &out.join(format!("{index}.gz")));
        lines.push(format!(
            "Asset {{ path: {name:?}, kind: {kind:?}, tag: {tag:?}, plain: {plain}, gzip: {gzip}, brotli: {brotli} }},"
        ));
    }
    lines.push("];".to_owned());
    lines.push("/// What the page says if there is none.".to_owned());
    lines.push(format!("const MISSING: &str = {missing:?};"));
    fs::write(out.join("assets.rs"), lines.join("\n")).expect("OUT_DIR can be written to");
}

/// The expression for what is in a file.
fn included(file: &Path) -> String {
    format!("include_bytes!({:?})", file.to_string_lossy())
}

/// The compressed form as an expression, if it is worth it.
fn smaller(plain: &[u8], compressed: Vec<u8>, file: &Path) -> String {
    if compressed.is_empty()
        || compressed.len() * 10 > plain.len() * 9
        || fs::write(file, compressed).is_err()
    {
        return "None".into();
    }
    format!("Some({})", included(file))
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    match brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params) {
        Ok(_) => compressed,
        Err(_) => Vec::new(),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    match encoder.write_all(bytes) {
        Ok(()) => encoder.finish().unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

/// FNV-1a: names what is in a file, and changes with it.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
