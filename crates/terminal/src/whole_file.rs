//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file where there is none.
pub fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    let file = File::create_new(path)?;
    let written = filled(file, |file| file.write_all(content)).and_then(|file| file.sync_all());
    written.inspect_err(|_| drop(fs::remove_file(path)))
}

/// Writes a whole file, or leaves it as it was. A link goes on leading to the file, and what is no ordinary file, such as a
/// pipe, is written to as it is: another one in its place would be of no use to whoever waits at its other end.
pub fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return filled(File::options().write(true).open(path)?, write).map(drop);
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let mut beside = path.clone().into_os_string();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    // Whatever is there already was not put there by us, or was left by one of us that was killed: nobody needs it, and a link
    // must not be followed.
    drop(fs::remove_file(&beside));
    let file = File::create_new(&beside)?;
    if let Ok(there) = fs::metadata(&path) {
        // Who may read it stays as it was, where that can be said of a file at all.
        drop(file.set_permissions(there.permissions()));
    }
    let written = filled(file, write).and_then(|file| file.sync_all());
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| drop(fs::remove_file(&beside)))
}

fn filled(file: File, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<File> {
    let mut file = BufWriter::new(file);
    write(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;
    use std::thread;

    /// A folder of this test, deleted when it is over.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("regence-whole-file-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder can be made");
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn replace_by(path: &Path, content: &str) -> io::Result<()> {
        replace(path, |file| file.write_all(content.as_bytes()))
    }

    #[test]
    fn what_cannot_be_written_stays_as_it_was() {
        let folder = Folder::new("kept");
        let file = folder.0.join("file");
        assert!(create(&file, b"old").is_ok() && create(&file, b"new").is_err());
        assert!(
            replace(&file, |file| file.write_all(b"half").and(Err(io::ErrorKind::Other.into()))).is_err()
        );
        assert_eq!(fs::read(&file).unwrap(), b"old");
        replace_by(&file, "new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(replace_by(&folder.0, "new").is_err());
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_link_goes_on_leading_to_its_file() {
        let folder = Folder::new("link");
        let (file, link) = (folder.0.join("file"), folder.0.join("link"));
        create(&file, b"old").unwrap();
        symlink("file", &link).unwrap();
        replace_by(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[test]
    fn who_may_read_a_file_stays_as_it_was() {
        let folder = Folder::new("mode");
        let file = folder.0.join("file");
        create(&file, b"old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        replace_by(&file, "new").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_link_that_lies_in_the_way_is_not_followed() {
        let folder = Folder::new("planted");
        let (file, other) = (folder.0.join("file"), folder.0.join("other"));
        create(&other, b"of somebody else").unwrap();
        symlink("other", folder.0.join(format!("file.{}.new", std::process::id()))).unwrap();
        replace_by(&file, "new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read(&other).unwrap(), b"of somebody else");
    }

    #[test]
    fn a_pipe_is_written_to() {
        let folder = Folder::new("pipe");
        let pipe = folder.0.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there").success());
        let other_end = pipe.clone();
        let reader = thread::spawn(move || fs::read(other_end));
        replace_by(&pipe, "new").unwrap();
        assert!(!pipe.is_file());
        assert_eq!(reader.join().expect("reading does not panic").unwrap(), b"new");
    }
}
