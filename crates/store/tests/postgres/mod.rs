//! A PostgreSQL server of the test's own, in a temporary folder and behind a socket there. Nothing else on the machine is
//! touched, and it goes when the test does, however that ends.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Makes the cluster, starts it, and stops it when standard input ends: when whoever started this has gone.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
folder=$1 bin=$2
"$bin/initdb" -D "$folder/data" -U regence --auth=trust --no-sync --encoding=UTF8 --locale=C >"$folder/log" 2>&1 &&
"$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -o "-k $folder -c listen_addresses= -c fsync=off" start >>"$folder/log" 2>&1 &&
echo ready || cat "$folder/log"
while read -r order; do
    "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -m immediate restart >>"$folder/log" 2>&1
    echo restarted
done
"$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1
rm -rf "$folder"
"#;

/// A server that runs.
pub struct Postgres {
    folder: PathBuf,
    bin: PathBuf,
    databases: AtomicU32,
    warden: Mutex<Warden>,
}

struct Warden {
    child: Child,
    says: BufReader<std::process::ChildStdout>,
}

impl Postgres {
    /// The server of this test program, started when it is first asked for. None where PostgreSQL is to be left out.
    #[allow(dead_code)] // Not every test needs one.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| find().map(Self::start));
        shared.as_ref()
    }

    /// A server for one test alone, gone with it.
    #[allow(dead_code)] // Not every test needs one.
    pub fn alone() -> Option<Self> {
        find().map(Self::start)
    }

    /// Starts a server.
    fn start(bin: PathBuf) -> Self {
        static SERVERS: AtomicU32 = AtomicU32::new(0);
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("regence-pg-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).expect("a folder that nobody else uses");
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        // PostgreSQL does not want to be root.
        let is_root = folder.metadata().expect("it is there").uid() == 0;
        let mut command = if is_root {
            let chown = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(chown.is_ok_and(|status| status.success()), "there is a user postgres");
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        command.args(["-c", SCRIPT, "sh"]).arg(&folder).arg(&bin).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a shell");
        let says = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut warden = Warden { child, says };
        warden.await_word("ready");
        Self { folder, bin, databases: AtomicU32::new(0), warden: Mutex::new(warden) }
    }

    /// The URL of a new, empty database.
    pub fn new_database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = Command::new(self.bin.join("createdb"));
        create.arg("-h").arg(&self.folder).args(["-U", "regence", &name]);
        assert!(create.status().is_ok_and(|status| status.success()), "{name} is made");
        self.url(&name)
    }

    /// Runs SQL by hand.
    #[allow(dead_code)] // Not every test does.
    pub fn psql(&self, url: &str, sql: &str) -> Result<String, String> {
        let mut psql = Command::new(self.bin.join("psql"));
        let database = url.split(['/', '?']).nth(3).expect("a database");
        psql.arg("-h").arg(&self.folder).args(["-U", "regence", "-d", database, "-At", "-c", sql]);
        let output = psql.output().expect("psql runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_owned();
        if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
    }

    /// Stops the server at once, as a crash does, and starts it again.
    #[allow(dead_code)] // Not every test does.
    pub fn restart(&self) {
        use std::io::Write;
        let mut warden = self.warden.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(warden.child.stdin.as_mut().expect("it is piped"), "restart").expect("it listens");
        warden.await_word("restarted");
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://regence@localhost/{database}?host={}", self.folder.display())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let warden = self.warden.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The end of its input is its sign to stop.
        drop(warden.child.stdin.take());
        let _ = warden.child.wait();
    }
}

impl Warden {
    fn await_word(&mut self, word: &str) {
        let mut line = String::new();
        self.says.read_line(&mut line).expect("it can be read");
        if line.trim() != word {
            let _ = std::io::Read::read_to_string(&mut self.says, &mut line);
            panic!("PostgreSQL says: {line}");
        }
    }
}

/// Where PostgreSQL's programs are: where `REGENCE_POSTGRES` says, or where Debian puts them. None if that is empty: only
/// who says so may leave tests out.
fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("REGENCE_POSTGRES") {
        return (!named.is_empty()).then(|| named.into());
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let found = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|bin| Path::join(bin, "initdb").exists())
        .max();
    let missing = "PostgreSQL is missing (Debian: apt-get install postgresql; `cargo xtask test` does that); \
                   REGENCE_POSTGRES= leaves out what needs it";
    Some(found.expect(missing))
}
